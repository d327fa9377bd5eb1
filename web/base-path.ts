/** Spec §9: the app's base path; the router adds it to every link. */
export const BASE = '/app'

/** The only page of `paths` that the public pages name: they fetch no others. */
export const CHANGELOG_PATH = '/changelog'
