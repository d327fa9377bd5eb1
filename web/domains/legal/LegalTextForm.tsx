import { Alert, Button, Card, Group, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { LEGAL_TEXT_MAX } from '#contract/legal/legal.form.ts'
import { LEGAL_TITLES } from '#contract/legal/legal.ts'
import { RichTextField } from '#web/forms/RichTextField.tsx'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './LegalPage.module.css'
import { type Change, changedLines } from './text-changes.ts'
import { LEGAL_FIELD, type LegalDraft } from './use-legal-draft.ts'

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

/** What a text gains and loses, line by line, in the house's Markdown. */
const TextChangesCard = ({ title, before, after }: { title: string; before: string; after: string }) => {
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

const HINT =
  'Eine Überschrift beginnt mit ## und einem Leerzeichen am Anfang der Zeile, eine kleinere mit ###. Vollständige Adressen mit https:// werden zu Links.'

const QUESTION = 'Ihre Änderungen an diesem Text sind noch nicht gespeichert.'

const ConflictNotice = ({ draft }: { draft: LegalDraft }) =>
  draft.conflict && (
    <Alert color="red" title={draft.conflict.text} role="alert">
      <p>Unten sehen Sie, was Ihre Fassung am jetzt gespeicherten Text ändern würde.</p>
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={() => void draft.keepMine()}>
          Meine übernehmen
        </Button>
        <Button variant="default" onClick={draft.takeTheirs}>
          Gespeicherte behalten
        </Button>
      </Group>
    </Alert>
  )

/** Changes a legal text in place; what will change can be looked at before it is published. */
export const LegalTextForm = ({ draft, onClosed }: { draft: LegalDraft; onClosed: () => void }) => {
  const [isPreviewed, setPreviewed] = useState(false)
  if (!draft.draft) return null
  const { base, typed } = draft.draft
  const before = draft.conflict?.theirs ?? base
  const cancel = async () => {
    if (draft.isDirty && !(await askToDiscard(QUESTION))) return
    draft.close()
    onClosed()
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void draft.send()
      }}
    >
      <Stack gap="md">
        <RichTextField
          id={LEGAL_FIELD}
          label={`Text der Seite ${LEGAL_TITLES[base.key]}`}
          description={HINT}
          value={typed}
          onChange={draft.type}
          max={LEGAL_TEXT_MAX}
          error={draft.error}
          isRequired
          takesFocus
        />
        <ConflictNotice draft={draft} />
        <Group gap="xs">
          {!draft.conflict && (
            <ActionButton type="submit" isRunning={draft.isRunning}>
              Veröffentlichen
            </ActionButton>
          )}
          <Button variant="default" onClick={() => void cancel()}>
            Abbrechen
          </Button>
          <Button variant="subtle" aria-expanded={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
            {isPreviewed ? 'Änderungen ausblenden' : 'Änderungen ansehen'}
          </Button>
        </Group>
        {(isPreviewed || draft.conflict) && (
          <TextChangesCard title="Das ändert sich" before={before.body_markdown} after={typed} />
        )}
      </Stack>
    </form>
  )
}
