// Controller of the colours page: measures colours, stores profiles and selects one for a camera.

import { drawColourPlot, drawPairs } from "./plots.js";
import { addDisplay } from "../display.js";
import { byId, capital, element, on } from "../elements.js";
import { Net } from "../cube/net.js";
import { getJson, postJson } from "../requests.js";
import { hasCamera, offerCameras, showCount, showSeen, showSource } from "../scan/camera-controls.js";
import { drawHeldFace } from "../scan/held-face.js";
import { Scanner } from "../scan/scanner.js";

const NO_PROFILE = "none: typical colours";

const setStatus = (text) => {
  byId("words").textContent = capital(text);
};

// A path that a narrow line breaks after a folder, not within its name.
const breakable = (path) => path.split(/(?<=[/\\])/).flatMap((part) => [part, element("wbr")]);

const net = new Net(byId("net"));
const scanner = new Scanner(byId("video"), byId("overlay"), "api/colours");
addDisplay();
drawHeldFace(byId("held-face"));
await offerCameras(scanner);
if (!hasCamera()) {
  byId("words").textContent = "The colours of a cube are measured with a camera.";
}

const swatch = (paint) => element("i", { style: `background: ${paint}` });

function showMeasured(measured) {
  byId("measured").hidden = byId("apart").hidden = !measured;
  if (!measured) {
    return;
  }
  scanner.stop();
  setStatus("Measured. Name these colours and store them");
  byId("clouds").replaceChildren(drawColourPlot(measured));
  const head = element("tr", {}, ...["", "L", "a", "b"].map((text) => element("th", {}, text)));
  const rows = measured.colours.map(({ name, lab, paint }) => {
    const cells = lab.map((value) => element("td", {}, Math.round(value)));
    return element("tr", {}, element("td", { className: "swatch" }, swatch(paint), name), ...cells);
  });
  byId("swatches").replaceChildren(head, ...rows);
  const [nearest] = measured.pairs;
  byId("verdict").textContent =
    `The closest are ${nearest.first} and ${nearest.second}, separated by ${nearest.apart.toFixed(1)} times their scatter` +
    (measured.warnings.length ? "." : ": all six are distinguished safely.");
  byId("warnings").replaceChildren(...measured.warnings.map((words) => element("li", {}, capital(words))));
  byId("pairs").replaceChildren(drawPairs(measured));
}

function showProfiles({ camera, chosen, profiles, error }) {
  byId("error").textContent = error ? capital(error) : "";
  if (error) {
    return;
  }
  byId("profiles-words").textContent = !profiles.length
    ? "No profiles are stored yet."
    : camera
      ? `Profile of the camera “${camera}”:`
      : "Switch a camera on to select its profile.";
  const choices = [{ name: "", paints: {} }, ...profiles].map(({ name, paints }) => {
    const radio = element("input", {
      type: "radio",
      name: "profile",
      value: name,
      checked: Boolean(camera) && name === chosen,
      disabled: !camera,
      onchange: async () => showProfiles(await postJson("api/profiles", { camera, name })),
    });
    const squares = element("span", {}, ...Object.values(paints).map(swatch));
    return element("label", {}, radio, name || NO_PROFILE, squares);
  });
  byId("profiles").replaceChildren(...(profiles.length ? choices : []));
}

async function listProfiles() {
  const camera = scanner.camera || scanner.serverCamera;
  showProfiles(await getJson(`api/profiles?${new URLSearchParams({ camera })}`));
}

scanner.on({
  source: (source) => {
    showSource(source);
    if (source) {
      listProfiles();
    }
  },
  seen: (seen) => {
    if (scanner.source) {
      setStatus(seen.words);
      showSeen(seen, scanner.rate);
    }
  },
  state: ({ words, faces, reading, measured }) => {
    setStatus(words);
    showCount(faces);
    byId("net").toggleAttribute("hidden", !faces.length);
    byId("restart").hidden = !faces.length;
    if (reading) {
      net.show(reading.facelets, reading.scheme, { doubtful: reading.ambiguous });
    } else {
      net.showCapturedFaces(faces);
    }
    showMeasured(measured);
  },
  problem: (problem) => {
    setStatus(problem);
    byId("error").textContent = capital(problem);
  },
  stored: ({ name, camera, path, replaced }) => {
    setStatus(`Stored as ${name}${camera ? "; this camera uses it from now on" : ""}`);
    const kept = replaced ? ["; the profile that it replaces is kept in ", ...breakable(replaced)] : [];
    byId("stored-where").replaceChildren("Stored in ", ...breakable(path), ...kept);
    listProfiles();
  },
});
on("click", {
  "use-browser": () => scanner.useBrowser(),
  "use-server": () => scanner.useServer(),
  "stop-camera": () => scanner.stop(),
  restart: () => scanner.send({ do: "restart" }),
});
on("change", {
  mirrored: ({ target }) => (scanner.mirrored = target.checked),
  solved: ({ target }) => scanner.send({ do: "solved", solved: target.checked }),
});
on("submit", {
  storing: (event) => {
    event.preventDefault();
    byId("error").textContent = "";
    scanner.send({ do: "store", name: byId("name").value });
  },
});

await listProfiles();
document.body.dataset.ready = "true";
