import { whenUsed } from './when-used.ts'

const german = whenUsed(() => new Intl.ListFormat('de'))

/** „Anna, Ben und Cem“. */
export const joinedWords = (words: Iterable<string>) => german().format(words)
