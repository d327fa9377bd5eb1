import { Alert, Button, Group, Text } from '@mantine/core'
import { type MouseEvent, useEffect, useRef } from 'react'
import { HyphenatedText } from '#web/ui/HyphenatedText.tsx'
import type { ConflictLine } from './compared-lines.tsx'
import classes from './forms.module.css'
import { goToUnknownText } from './use-unknown-text.ts'

interface ConflictCardProps {
  /** Who changed it and when, as the refusal says. */
  text: string
  /** Only what differs. */
  lines: readonly ConflictLine[]
  onKeepMine: () => void
  onTakeTheirs: () => void
  /** Where each person changed another part of one whole: what both together make, to be looked at and saved. */
  both?: { text: string; onTake: () => void } | undefined
}

/** These buttons save too: not while a field shows another text than its value. */
const unlessUnknown =
  (save: () => void) =>
  ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (!goToUnknownText(currentTarget.form)) save()
  }

/** Somebody changed the record meanwhile: both versions beside each other before one is chosen (ux §2). */
export const ConflictCard = ({ text, lines, onKeepMine, onTakeTheirs, both }: ConflictCardProps) => {
  const box = useRef<HTMLDivElement>(null)
  // In a long form it lies below what is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conflict is to be seen again
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [text])
  return (
    <Alert ref={box} tabIndex={-1} color="red" title={text} role="alert">
      <table className={`sh-table ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sh-visually-hidden">Angabe</span>
            </th>
            <th scope="col">Gespeichert</th>
            <th scope="col">Ihre Eingabe</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, label, mine, theirs }) => (
            <tr key={key}>
              <th scope="row">
                <HyphenatedText text={label} />
              </th>
              <td>{theirs}</td>
              <td>{mine}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.some(({ isWhole }) => isWhole) && (
        <Text mt="xs">Hervorgehoben ist, was jeweils geändert wurde. Die andere Fassung geht verloren.</Text>
      )}
      {both && <Text mt="xs">Beide Änderungen zusammen: {both.text}</Text>}
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={unlessUnknown(onKeepMine)}>
          Meine übernehmen
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Gespeicherte behalten
        </Button>
        {both && (
          <Button variant="default" onClick={unlessUnknown(both.onTake)}>
            Beide ins Formular übernehmen
          </Button>
        )}
      </Group>
    </Alert>
  )
}
