import { Card, Title } from '@mantine/core'
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

interface TextChangesCardProps {
  title: string
  before: string
  after: string
}

/** What a text gains and loses, line by line, in the house's Markdown. */
export const TextChangesCard = ({ title, before, after }: TextChangesCardProps) => {
  const lines = changedLines(before, after)
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      {lines.length === 0 && <p className="sh-quiet">Noch ist nichts geändert.</p>}
      <ul className={`sh-plain-list ${classes.changes}`}>
        {lines.map((changes, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
          <li key={line}>
            {changes.map((change, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor have words
              <ChangeText key={at} {...change} />
            ))}
          </li>
        ))}
      </ul>
    </Card>
  )
}
