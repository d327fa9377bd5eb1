import classes from './LegalPage.module.css'
import { type Change, changedLines } from './text-changes.ts'

const ChangeText = ({ kind, text }: Change) => {
  if (kind === 'same') return text
  return kind === 'added' ? (
    <ins>
      <span className="sh-visually-hidden">Neu: </span>
      {text}
    </ins>
  ) : (
    <del>
      <span className="sh-visually-hidden">Entfernt: </span>
      {text}
    </del>
  )
}

/** Links as they read on paper: an address that is its own text stands once. */
const withPlainLinks = (text: string) =>
  text.replace(/\[([^\]\n]+)\]\((?:mailto:|tel:)?([^)\s]+)\)/g, (_link, words: string, target: string) =>
    words === target ? words : `${words} (${target})`,
  )

/** What a text gains and loses, line by line, in the house's Markdown. */
export const TextChangesWidget = ({ before, after }: { before: string; after: string }) => {
  const lines = changedLines(withPlainLinks(before), withPlainLinks(after))
  if (lines.length === 0) return <p className="sh-quiet">Noch ist nichts geändert.</p>
  return (
    <ul className={`sh-plain-list ${classes.changes}`}>
      {lines.map((changes, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
        <li key={line} className="sh-breaks sh-padded-2 sh-rule-above">
          {changes.map((change, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor have words
            <ChangeText key={at} {...change} />
          ))}
        </li>
      ))}
    </ul>
  )
}
