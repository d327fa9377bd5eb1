const UNRELEASED = '## [Unveröffentlicht]'
const NEXT_ENTRY = /^## /m

/**
 * Turns what is under „Unveröffentlicht“ in `CHANGELOG.md` into the section of a version, below a new empty heading. Throws
 * when there is nothing to release.
 */
export const releaseChangelog = (markdown: string, version: string, day: string) => {
  const start = markdown.indexOf(UNRELEASED)
  if (start < 0) throw new Error(`CHANGELOG.md has no heading „${UNRELEASED}“.`)
  const from = start + UNRELEASED.length
  const length = markdown.slice(from).search(NEXT_ENTRY)
  const end = length < 0 ? markdown.length : from + length
  const changes = markdown.slice(from, end).trim()
  if (!/^[-*] /m.test(changes)) throw new Error('Nothing stands under „Unveröffentlicht“ in CHANGELOG.md.')
  if (markdown.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md already has a section ${version}.`)
  const older = markdown.slice(end)
  const section = `## [${version}] - ${day}\n\n${changes}\n`
  return { changes, markdown: `${markdown.slice(0, from)}\n\n${section}${older && `\n${older}`}` }
}

/** The text of the tag: Git takes lines that begin with `#` for comments. */
export const tagText = (version: string, changes: string) =>
  `Schulhof ${version}\n\n${changes.replace(/^#+ (.+)$/gm, '$1:')}\n`
