// Sends frames of the browser's camera or of a film to the server, or uses the server's camera, and
// draws the answers.

import { Emitter } from "../elements.js";
import { webSocket } from "../requests.js";

const WIDTH = 640;
const HEIGHT = 480;
const MAX_UNANSWERED = 2; // frames sent and not yet answered
const QUALITY = 0.8;
const RATE_SECONDS = 1;
// Of the outline of a face that cannot be read, in pixels of the picture.
const DASHES = [14, 8];

const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const CAMERA_ERRORS = {
  NotAllowedError:
    "Permission to use the camera was denied. Allow it at the left of the address bar, and press the button again.",
  NotFoundError: "No camera is connected to this device.",
  NotReadableError: "The camera is in use: close the other program or page that uses it.",
  OverconstrainedError: "The camera does not support this picture size; try another camera.",
};

export class Scanner extends Emitter {
  // `address` is the path of the WebSocket; `greeting` returns the command that is sent first, if any.
  constructor(video, overlay, address, greeting = null) {
    super();
    this.greeting = greeting;
    this.video = video;
    this.overlay = overlay;
    this.address = address;
    this.serverCamera = "";
    this.canvas = new OffscreenCanvas(WIDTH, HEIGHT);
    this.mirrored = false;
    this.tellsTimes = false; // before each frame its time, in seconds
    this.camera = "";
    this.source = "";
    this.waiting = 0;
    this.answers = [];
  }

  get isConnected() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  async connect() {
    if (this.isConnected) {
      return;
    }
    this.socket = webSocket(this.address);
    this.socket.binaryType = "arraybuffer";
    this.socket.onmessage = ({ data }) => this.#onMessage(data);
    this.socket.onclose = () => {
      this.stop();
      this.emit("problem", "Connection to the server lost: restart rokumen serve and reload this page.");
    };
    await new Promise((resolve, reject) => {
      this.socket.onopen = resolve;
      this.socket.onerror = () => reject(new Error("no connection to the server"));
    });
    if (this.greeting) {
      this.socket.send(JSON.stringify(this.greeting()));
    }
  }

  async useBrowser() {
    this.#release();
    if (!navigator.mediaDevices) {
      this.stop();
      this.emit(
        "problem",
        "Browsers allow camera access only on localhost or over https. Start the server with --phone, use its camera, or open this page there.",
      );
      return;
    }
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({
        video: { width: WIDTH, height: HEIGHT, facingMode: "environment" },
      });
    } catch (error) {
      this.stop();
      this.emit("problem", CAMERA_ERRORS[error.name] ?? `The camera cannot be used: ${error.message}`);
      return;
    }
    this.video.srcObject = this.stream;
    await this.video.play();
    await this.#start("browser", `browser: ${this.stream.getVideoTracks()[0].label}`);
    this.#sendFrames();
  }

  // Shows a film as fast as its frames are answered.
  async useFilm(file) {
    this.#release();
    this.video.srcObject = null;
    this.video.src = URL.createObjectURL(file);
    this.video.onended = () => this.stop();
    try {
      await this.video.play();
    } catch {
      this.stop();
      this.emit("problem", `This browser cannot play “${file.name}”: give the film to rokumen serve with --camera.`);
      return;
    }
    this.video.pause();
    this.video.currentTime = 0;
    await this.#start("film", file.name);
    this.#sendFrames();
    await this.video.play();
  }

  async useServer() {
    this.#release();
    await this.#start("server", this.serverCamera);
    this.#requestFrame();
  }

  stop() {
    this.#release();
    this.emit("source", "");
  }

  #release() {
    this.source = "";
    this.waiting = 0;
    this.video.pause();
    this.video.onended = null;
    URL.revokeObjectURL(this.video.src);
    for (const track of this.stream?.getTracks() ?? []) {
      track.stop();
    }
    this.stream = null;
  }

  async send(command) {
    await this.connect();
    this.socket.send(JSON.stringify(command));
  }

  // `camera` is the name of the camera in colour profiles.
  async #start(source, camera) {
    await this.send({ do: "camera", name: camera });
    this.camera = camera;
    this.source = source;
    this.answers = [];
    this.emit("source", source);
  }

  #requestFrame() {
    this.socket.send(JSON.stringify({ do: "look" }));
  }

  // Sends each new frame of the camera while fewer than MAX_UNANSWERED are unanswered; a film waits.
  #sendFrames() {
    const { source } = this;
    const step = async (now, { mediaTime } = {}) => {
      if (this.source !== source) {
        return;
      }
      this.#onNextFrame(step);
      if (this.waiting < MAX_UNANSWERED) {
        this.waiting += 1;
        const data = await this.#frame();
        if (this.tellsTimes) {
          this.socket.send(JSON.stringify({ do: "time", seconds: source === "film" ? mediaTime : now / 1000 }));
        }
        this.socket.send(data);
      }
      if (source === "film" && this.waiting >= MAX_UNANSWERED) {
        this.video.pause();
      }
    };
    this.#onNextFrame(step);
  }

  #onNextFrame(step) {
    if (this.video.requestVideoFrameCallback) {
      this.video.requestVideoFrameCallback(step);
    } else {
      requestAnimationFrame(step);
    }
  }

  async #frame() {
    const context = this.canvas.getContext("2d", { willReadFrequently: true });
    const [width, height] = [this.video.videoWidth, this.video.videoHeight];
    const scale = Math.min(WIDTH / width, HEIGHT / height);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.translate(WIDTH / 2, HEIGHT / 2);
    context.scale(this.mirrored ? -scale : scale, scale);
    context.drawImage(this.video, -width / 2, -height / 2);
    const blob = await this.canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
    return blob.arrayBuffer();
  }

  async #onMessage(data) {
    if (data instanceof ArrayBuffer) {
      this.picture = await createImageBitmap(new Blob([data], { type: "image/jpeg" }));
      return;
    }
    const answer = JSON.parse(data);
    // An answer that arrives after the camera was switched off is not drawn.
    if (answer.seen && this.source) {
      this.waiting = Math.max(0, this.waiting - 1);
      this.#draw(answer.seen);
      this.#countAnswer();
      this.emit("seen", answer.seen);
      if (this.source === "film" && this.video.paused && !this.video.ended) {
        this.video.play();
      }
    }
    if (answer.faces) {
      this.emit("state", answer);
    }
    for (const name of ["missed", "check", "stored", "told"].filter((each) => answer[each] !== undefined)) {
      this.emit(name, answer[name]);
    }
    if (answer.error) {
      this.waiting = Math.max(0, this.waiting - 1);
      if (this.source === "server") {
        this.stop();
      }
      this.emit("problem", answer.error);
    } else if (answer.seen && this.source === "server") {
      this.#requestFrame();
    }
  }

  #draw(seen) {
    const context = this.overlay.getContext("2d");
    const [width, height] = seen.size;
    if (this.overlay.width !== width || this.overlay.height !== height) {
      Object.assign(this.overlay, { width, height });
    }
    if (this.source === "server" && this.picture) {
      context.drawImage(this.picture, 0, 0);
    } else if (this.source !== "server") {
      context.drawImage(this.canvas, 0, 0);
    }
    if (!seen.corners) {
      return;
    }
    const captured = seen.phase === "taken" || seen.phase === "done";
    context.strokeStyle = token(captured ? "--ov-taken" : seen.unsure ? "--ov-doubt" : "--ov-look");
    context.lineWidth = 4;
    context.setLineDash(seen.unsure ? DASHES : []);
    const [a, b, c, d] = seen.corners;
    const interpolate = (p, q, t) => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
    for (let line = 0; line <= seen.stickers; line++) {
      const t = line / seen.stickers;
      this.#line(context, interpolate(a, b, t), interpolate(d, c, t));
      this.#line(context, interpolate(a, d, t), interpolate(b, c, t));
    }
  }

  #line(context, from, to) {
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...to);
    context.stroke();
  }

  #countAnswer() {
    const now = performance.now() / 1000;
    this.answers.push(now);
    while (this.answers[0] < now - RATE_SECONDS) {
      this.answers.shift();
    }
    this.rate = this.answers.length / RATE_SECONDS;
  }
}
