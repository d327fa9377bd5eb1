/** Spec §9: the app's base path; the router adds it to every link. */
export const BASE = '/app'

/** The only staff page that public pages link to. */
export const CHANGELOG_PATH = '/changelog'
