/** Spec §9: the app's base path; the router adds it to every link. */
export const BASE = '/app'

/** A page of the staff that public pages link to. */
export const CHANGELOG_PATH = '/changelog'

/** The handbook; visitors find it in their footer. */
export const HELP_PATH = '/hilfe'
