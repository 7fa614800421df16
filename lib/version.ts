/** The version in package.json; a test compares them. Bundles and sources are not equally far from that file. */
export const VERSION = '0.7.0';
