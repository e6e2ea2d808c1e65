// Bundles three.js, for the page of puzzles, into rokumen/web/static/vendored, with its notices and
// the hash of the file.
//   npm ci && npm run build
import { build } from "esbuild";
import { createHash } from "node:crypto";
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
  const hash = createHash("sha256").update(await readFile(`${out}/${entry}`)).digest("hex");
  notices.push(`SHA-256 of ${entry}:\n${hash}\n`);
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

await bundled("three.js", "vendored");
