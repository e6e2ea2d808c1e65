// Bundles three.js, for the other puzzles and the rigs, into rokumen/web/static/three, with its
// notices.
//   npm ci && npm run build
import { build } from "esbuild";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";

const STATIC = "../rokumen/web/static";

async function bundled(entry, folder) {
  const out = `${STATIC}/${folder}`;
  await rm(out, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    outdir: out,
    chunkNames: "[name]-[hash]",
    legalComments: "none",
    metafile: true,
  });
  const packages = new Set(
    Object.keys(metafile.inputs)
      .map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1])
      .filter(Boolean),
  );
  const notices = ["The files in this folder are bundled from these packages, unchanged.\n"];
  for (const name of [...packages].sort()) {
    notices.push(...(await noticesOf(name)));
  }
  await writeFile(`${out}/NOTICES.txt`, notices.join("\n"));
}

async function noticesOf(name) {
  const folder = `node_modules/${name}`;
  const about = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  const source = (about.repository?.url ?? about.repository ?? "").replace(/^git\+/, "");
  const notices = [`${name} ${about.version}\nLicence: ${about.license}\nSource: ${source}\n`];
  for (const file of (await readdir(folder)).filter((f) => /^licen[cs]e/i.test(f))) {
    notices.push((await readFile(`${folder}/${file}`, "utf8")).trim() + "\n");
  }
  return notices;
}

await bundled("three.js", "three");
