export type PublicPageAt =
  | { kind: 'registration'; schoolShort: string }
  | { kind: 'optin'; schoolShort: string; contactId: string; contactUuid: string }

const REGISTRATION = /^\/([a-z0-9]{2,10})\/registrierungNeueSchueler\/?$/
const OPTIN = /^\/registration_contact_optin\/([^/]+)\/([^/]+)\/([^/]+)\/?$/

/** Which public page a path below `/app` is (spec §2). */
export const pageAt = (path: string): PublicPageAt | undefined => {
  const [, schoolShort] = REGISTRATION.exec(path) ?? []
  if (schoolShort) return { kind: 'registration', schoolShort }
  const [, short, contactId, contactUuid] = OPTIN.exec(path) ?? []
  return short && contactId && contactUuid ? { kind: 'optin', schoolShort: short, contactId, contactUuid } : undefined
}
