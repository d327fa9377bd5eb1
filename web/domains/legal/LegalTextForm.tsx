import { Alert, Button, Card, Group, Stack, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { LEGAL_TEXT_MAX, LegalForm } from '#contract/legal/legal.form.ts'
import { LEGAL_TITLES, type LegalText, legalEndpoints } from '#contract/legal/legal.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import type { FormField } from '#web/forms/fields.ts'
import { RichTextField } from '#web/forms/RichTextField.tsx'
import { type Memory, saverOf, type TypedInput, useEdit } from '#web/forms/use-edit.ts'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import classes from './LegalPage.module.css'
import { legalQuery } from './legal-query.ts'
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
          <li key={line} className="sh-breaks sh-padded-2 sh-rule-above">
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

/** The field's name and id. */
const BODY = 'body_markdown'

const FIELDS: readonly FormField[] = [{ key: BODY, label: 'Text', kind: 'rich text' }]

/** A text as it is written over the version that was read. */
export const legalDraft = (text: LegalText, body = text.body_markdown): TypedInput<LegalText> => ({
  base: text,
  values: { [BODY]: body },
})

const HINT =
  'Eine Überschrift beginnt mit ## und einem Leerzeichen am Anfang der Zeile, eine kleinere mit ###. Vollständige Adressen mit https:// werden zu Links.'

const QUESTION = 'Ihre Änderungen an diesem Text sind noch nicht gespeichert.'

const checked = schemaErrors(LegalForm)

interface LegalTextFormProps extends Pick<Memory<LegalText>, 'remember'> {
  text: LegalText
  draft: TypedInput<LegalText>
  onClosed: () => void
  showVersions: () => void
}

/** What is written, and how it is published; a version that somebody else published meanwhile is shown first (ux §2). */
const useLegalEdit = ({ text, draft, remember, onClosed, showVersions }: LegalTextFormProps) => {
  const { key } = text
  const loadAnew = () => queryClient.fetchQuery({ ...legalQuery(key), staleTime: 0 })
  const edit = useEdit<LegalText>({
    fields: FIELDS,
    loaded: text,
    loadAnew,
    faultsOf: (values) => checked({ ...values, version_number: text.version_number }),
    invalidates: [legalEndpoints.versions],
    preserved: draft,
    remember,
  })
  useUnsavedChanges(edit.isDirty)
  useEffect(() => {
    if (edit.attempt > 0) focusField(BODY)
  }, [edit.attempt])
  const { run, isRunning } = useCall(legalEndpoints.save, edit.calls)
  const typed = String(edit.values[BODY])
  const saver = saverOf(edit, {
    onChange: async ({ version_number }) => {
      const reply = await run({ params: { key }, body: { body_markdown: typed, version_number } })
      if (!reply) return undefined
      await loadAnew().catch(() => undefined)
      onClosed()
      // Strg+S publishes, too: the version before is one press away.
      notify(reply.message, { action: { text: 'Fassungen ansehen', run: showVersions } })
      return undefined
    },
    isRunning,
    close: onClosed,
    nothingChanged: 'Es war nichts geändert.',
    sameStored: 'Das ist schon gespeichert.',
  })
  return { edit, typed, saver, isRunning }
}

/** Changes a legal text in place; what will change can be looked at before it is published. */
export const LegalTextForm = (props: LegalTextFormProps) => {
  const { edit, typed, saver, isRunning } = useLegalEdit(props)
  const [isPreviewed, setPreviewed] = useState(false)
  const { conflict } = edit
  const cancel = async () => {
    if (!edit.isDirty || (await askToDiscard(QUESTION))) props.onClosed()
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        saver.submit()
      }}
    >
      <Stack gap="md">
        <RichTextField
          id={BODY}
          label={`Text der Seite ${LEGAL_TITLES[props.text.key]}`}
          description={HINT}
          value={typed}
          onChange={(value) => edit.set(BODY, value)}
          max={LEGAL_TEXT_MAX}
          error={edit.errors[BODY]}
          isRequired
          takesFocus
        />
        {conflict && (
          <Alert color="red" title={conflict} role="alert">
            <p>Unten sehen Sie, was Ihre Fassung am jetzt gespeicherten Text ändern würde.</p>
            <Group gap="xs" mt="sm">
              <Button variant="default" onClick={saver.keepMine}>
                Meine übernehmen
              </Button>
              <Button variant="default" onClick={edit.takeTheirs}>
                Gespeicherte behalten
              </Button>
            </Group>
          </Alert>
        )}
        <Group gap="xs">
          {!conflict && (
            <ActionButton type="submit" isRunning={isRunning}>
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
        {(isPreviewed || conflict) && (
          <TextChangesCard title="Das ändert sich" before={String(edit.before[BODY])} after={typed} />
        )}
      </Stack>
    </form>
  )
}
