import { Alert, Button, Card, Group, Stack, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { fillPlaceholders } from '#contract/placeholders.ts'
import { TEMPLATE_MAX, TemplateForm, type TextFacts, templateFault } from '#contract/text-templates.ts'
import type { FormField } from '#web/forms/fields.ts'
import { RichTextField } from '#web/forms/RichTextField.tsx'
import { type Memory, type Saved, saverOf, type TypedInput, useEdit } from '#web/forms/use-edit.ts'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import classes from './LegalPage.module.css'
import { TextChangesWidget } from './TextChangesWidget.tsx'

/** A text with placeholders as it is published, and what they say today. */
export interface PublishedText {
  /** With its placeholders. */
  template_markdown: string
  /** The text as people read it. */
  body_markdown: string
  version_number: number
  facts: TextFacts
}

/** The field's name and id. */
const BODY = 'template_markdown'

const FIELDS: readonly FormField[] = [{ key: BODY, label: 'Text', kind: 'rich text' }]

/** A text as it is written over the version that was read. */
export const templateDraft = (text: PublishedText, template = text.template_markdown): TypedInput<PublishedText> => ({
  base: text,
  values: { [BODY]: template },
})

const HINT =
  'Vollständige Adressen mit https:// werden zu Links. Ein Platzhalter in Klammern wird beim Veröffentlichen durch die heutige Angabe ersetzt.'

const QUESTION = 'Ihre Änderungen an diesem Text sind noch nicht gespeichert.'

const checked = schemaErrors(TemplateForm)

type Calls = ReturnType<typeof useEdit<PublishedText>>['calls']

/** The call that publishes, as a hook. */
export type UseSave = (calls: Calls) => { run: (body: TemplateForm) => Promise<Saved | undefined>; isRunning: boolean }

interface TemplateFormWidgetProps extends Pick<Memory<PublishedText>, 'remember'> {
  /** The field's label. */
  label: string
  text: PublishedText
  draft: TypedInput<PublishedText>
  /** The placeholders and what each stands for. */
  meanings: Readonly<Record<string, string>>
  required: readonly string[]
  loadAnew: () => Promise<PublishedText | undefined>
  invalidates: readonly Pick<Endpoint, 'method' | 'path'>[]
  useSave: UseSave
  onClosed: () => void
  showVersions: () => void
}

/** Asks before everybody reads the new text; the question stays until it is answered. */
const usePublishQuestion = () => {
  const [isAsked, setAsked] = useState(false)
  const answer = useRef<(isWanted: boolean) => void>(undefined)
  const ask = () =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve
      setAsked(true)
    })
  const close = (isWanted: boolean) => {
    setAsked(false)
    answer.current?.(isWanted)
  }
  return { isAsked, ask, close }
}

/** What is written, and how it is published; a version that somebody else published meanwhile is shown first (ux §2). */
const useTemplateEdit = (props: TemplateFormWidgetProps) => {
  const { text, draft, remember, meanings, required, loadAnew, invalidates, useSave, onClosed, showVersions } = props
  const faultsOf = (values: Record<string, unknown>): Record<string, string> => {
    const fault = templateFault(String(values[BODY]), { names: Object.keys(meanings), required })
    return { ...(fault && { [BODY]: fault }), ...checked({ ...values, version_number: text.version_number }) }
  }
  const edit = useEdit<PublishedText>({
    fields: FIELDS,
    loaded: text,
    loadAnew,
    faultsOf,
    invalidates,
    preserved: draft,
    remember,
  })
  useUnsavedChanges(edit.isDirty)
  useEffect(() => {
    if (edit.attempt > 0) focusField(BODY)
  }, [edit.attempt])
  const { run, isRunning } = useSave(edit.calls)
  const question = usePublishQuestion()
  const typed = String(edit.values[BODY])
  const saver = saverOf(edit, {
    onChange: async ({ version_number }) => {
      const reply = await run({ template_markdown: typed, version_number })
      if (!reply?.message) return undefined
      await loadAnew().catch(() => undefined)
      onClosed()
      // Strg+S publishes, too: the version before is one press away.
      notify(reply.message, { action: { text: 'Fassungen ansehen', run: showVersions } })
      return undefined
    },
    isRunning,
    // Whoever keeps a text in a conflict has compared both already.
    mayStart: async () => edit.conflict !== undefined || question.ask(),
    // The text may be the same while its facts have changed.
    sendsUnchanged: true,
    close: onClosed,
    sameStored: 'Das ist schon gespeichert.',
  })
  return { edit, typed, saver, isRunning, question }
}

/** Changes a text in place; what readers will see change can be looked at before it is published. */
export const TemplateFormWidget = (props: TemplateFormWidgetProps) => {
  const { edit, typed, saver, isRunning, question } = useTemplateEdit(props)
  const [previewChoice, setPreviewed] = useState<boolean>()
  const { conflict } = edit
  const { label, text, meanings } = props
  const published = edit.base ?? text
  const after = fillPlaceholders(typed, published.facts)
  // Nobody publishes without having had the difference before their eyes, unless they put it away.
  const isPreviewed = previewChoice ?? after !== published.body_markdown
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
          label={label}
          description={HINT}
          value={typed}
          onChange={(value) => edit.set(BODY, value)}
          max={TEMPLATE_MAX}
          error={edit.errors[BODY]}
          inserts={Object.entries(meanings).map(([name, meaning]) => ({ text: `{${name}}`, meaning }))}
          hasHeadings
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
          <Card component="section" aria-label="Das ändert sich">
            <Title order={2} mb="xs">
              Das ändert sich
            </Title>
            <TextChangesWidget before={published.body_markdown} after={after} />
          </Card>
        )}
      </Stack>
      {question.isAsked && (
        <NativeDialog
          title="Neue Fassung veröffentlichen?"
          onClose={() => question.close(false)}
          action={{ label: 'Veröffentlichen', run: () => question.close(true) }}
        >
          <p className="sh-flush sh-below-2">Sie gilt ab sofort. Das ändert sich:</p>
          <TextChangesWidget before={published.body_markdown} after={after} />
        </NativeDialog>
      )}
    </form>
  )
}
