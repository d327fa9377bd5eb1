import { Alert, Button, Modal, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  pupilDocumentEndpoints,
  SHEET_KIND_LABELS,
  SHEET_KINDS,
  SHEETS_MAX,
  type SheetKind,
  type SheetsPreview,
} from '#contract/pupil-documents.ts'
import { call, callForFile } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import classes from './PupilDocuments.module.css'
import { SheetOptionsForm } from './SheetOptionsForm.tsx'
import { bodyOf, countText, errorsOf, FIRST_CHOICE, leftOutText, previewOf, type SheetsChoice } from './sheets-form.ts'
import { useSavedFile } from './use-saved-file.ts'

const SHOWN_MAX = 10

const LeftOutAlert = ({ left_out }: Pick<SheetsPreview, 'left_out'>) => {
  if (left_out.length === 0) return null
  const more = left_out.length - SHOWN_MAX
  return (
    <Alert color="yellow" title="Nicht enthalten">
      Sie stehen auch auf der letzten Seite der Datei.
      <ul className={classes.missing}>
        {left_out.slice(0, SHOWN_MAX).map((one) => (
          <li key={`${one.pupil_id} ${one.recipient}`}>{leftOutText(one)}</li>
        ))}
        {more > 0 && <li>und {more.toLocaleString('de-DE')} weitere</li>}
      </ul>
    </Alert>
  )
}

const usePreview = (choice: SheetsChoice, ids: readonly number[]) => {
  const body = previewOf(choice, ids)
  return useQuery({
    queryKey: ['pupil sheets', body],
    queryFn: ({ signal }) => call(pupilDocumentEndpoints.preview, { body, signal }),
    enabled: ids.length <= SHEETS_MAX,
    gcTime: 0,
    meta: { quiet: true },
  })
}

const Outlook = ({ choice, ids }: { choice: SheetsChoice; ids: readonly number[] }) => {
  const { data, error } = usePreview(choice, ids)
  if (ids.length > SHEETS_MAX)
    return (
      <Alert color="red">{`Eine Datei fasst höchstens ${SHEETS_MAX.toLocaleString('de-DE')} Kinder. Bitte wählen Sie weniger aus.`}</Alert>
    )
  if (error) return <Alert color="red">{failureText(error)}</Alert>
  return (
    <>
      <p className={classes.text} role="status">
        {data ? countText(choice.kind, data) : 'Wird gezählt …'}
      </p>
      {data && <LeftOutAlert left_out={data.left_out} />}
    </>
  )
}

interface PupilSheetsWidgetProps {
  ids: readonly number[]
  /** Whom it is about, for the title: „Klasse 3a“. */
  title: string
  /** What is chosen at first. */
  kind?: SheetKind
  onGone: () => void
}

/** Link sheets, labels and letters for several pupils (ux §3.3): kind, options, how many it will be, file. */
export const PupilSheetsWidget = ({ ids, title, kind = 'link_sheets', onGone }: PupilSheetsWidgetProps) => {
  const [choice, setChoice] = useState<SheetsChoice>({ ...FIRST_CHOICE, kind })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { save, isRunning } = useSavedFile()
  const { onClose: close, ...modal } = useOpened(onGone)
  const change = (part: Partial<SheetsChoice>) => {
    setChoice({ ...choice, ...part })
    setErrors({})
  }
  const submit = async () => {
    const found = errorsOf(choice, ids)
    setErrors(found)
    const [first] = ['subject', 'body'].filter((field) => found[field])
    if (first) return focusField(first)
    if (await save(() => callForFile(pupilDocumentEndpoints.sheets, { body: bodyOf(choice, ids) }))) close()
  }
  return (
    <Modal
      {...modal}
      onClose={close}
      size={560}
      title={`Bögen und Briefe: ${title}`}
      classNames={{ title: classes.title ?? '' }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack gap="md">
          <Radio.Group
            label="Was soll gedruckt werden?"
            description="Die Datei wird protokolliert."
            value={choice.kind}
            onChange={(value) => change({ kind: SHEET_KINDS.find((one) => one === value) ?? choice.kind })}
          >
            <Stack gap="xs" mt="sm">
              {SHEET_KINDS.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={SHEET_KIND_LABELS[one]}
                  data-autofocus={one === kind ? true : undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
          <SheetOptionsForm choice={choice} errors={errors} onChange={change} />
          <Outlook choice={choice} ids={ids} />
        </Stack>
        <div className={classes.buttons}>
          <ButtonRow align="end">
            <Button variant="default" onClick={close}>
              Abbrechen
            </Button>
            <ActionButton type="submit" isRunning={isRunning} disabled={ids.length > SHEETS_MAX}>
              PDF speichern
            </ActionButton>
          </ButtonRow>
        </div>
      </form>
    </Modal>
  )
}
