import { SIBLINGS_MAX } from '#contract/sicknotes/sicknotes.public.ts'

const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g

/** The keys of parents' links in an address or a pasted text. */
export const uuidsIn = (text: string) => [...new Set(text.match(UUID))]

/** Somebody comes from the welcome page and has no link at hand. */
export const isWithoutLink = (path: string) => /^\/susByUuid\/?$/.test(path)

/**
 * The keys an address holds: that of the child and, behind the hash, those of brothers and sisters. Whatever stands at the
 * child's place is asked for, so that the server alone says which links work; none for an address without a child.
 */
export const linkAt = (path: string, hash: string): string[] => {
  const [, own] = /^\/susByUuid\/([^/]+)\/?$/.exec(path) ?? []
  return own ? [...new Set([own, ...uuidsIn(hash)])].slice(0, SIBLINGS_MAX) : []
}
