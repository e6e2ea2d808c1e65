// Helpers of the 3D cube: inverse of a move, WebGL test.

export const inverse = (move) =>
  move.endsWith("2") ? move : move.endsWith("'") ? move.slice(0, -1) : `${move}'`;

export function hasWebGL() {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return Boolean(context);
}
