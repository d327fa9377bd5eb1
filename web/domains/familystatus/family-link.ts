/** The key of a status link in a path below `/app`; whatever stands there is asked for: the server alone says what works. */
export const tokenAt = (path: string) => /^\/bewerbungsstatus\/([^/]+)\/?$/.exec(path)?.[1]
