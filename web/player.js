// The 3D cube of cubing.js, bundled so that the page needs nothing from elsewhere.
export { TwistyPlayer } from "cubing/twisty";
