// Points and directions as arrays of three numbers.

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a) => Math.hypot(...a);
export const unit = (a) => scale(a, 1 / length(a));
export const mean = (points) => scale(points.reduce(add), 1 / points.length);

/** Rotate a point right-handed about a unit axis through the origin, by radians. */
export function rotated(point, axis, angle) {
  const along = scale(axis, dot(axis, point));
  const across = subtract(point, along);
  return add(
    along,
    add(scale(across, Math.cos(angle)), scale(cross(axis, across), Math.sin(angle))),
  );
}

/** The component of `a` perpendicular to a unit `normal`. */
export const projectedOntoPlane = (a, normal) => subtract(a, scale(normal, dot(a, normal)));
