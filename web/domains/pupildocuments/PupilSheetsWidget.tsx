import { Alert, Button, Modal, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import {
  leftOutText,
  pupilDocumentEndpoints,
  SHEET_KIND_LABELS,
  SHEET_KINDS,
  SHEETS_MAX,
  type SheetKind,
  type SheetsPreview,
} from '#contract/pupildocuments/pupildocuments.ts'
import { callForFile } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import classes from './PupilDocuments.module.css'
import {
  bodyOf,
  countText,
  errorsOf,
  FIRST_CHOICE,
  previewOf,
  recipientsText,
  type SheetsChoice,
  sheetsPreviewQuery,
} from './sheets-form.ts'

/** Only labels ask for a number, and the field for it is heavy. */
const SheetOptionsForm = lazy(() =>
  import('./SheetOptionsForm.tsx').then((module) => ({ default: module.SheetOptionsForm })),
)

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

/** Letters may rightly go to them; but somebody has to have thought of it. */
const NoCustodyAlert = ({ recipients }: Pick<SheetsPreview, 'recipients'>) => {
  const without = recipients.filter(({ has_custody }) => !has_custody)
  if (without.length === 0) return null
  return (
    <Alert color="yellow" title="Auch an Personen ohne Sorgerecht">
      {recipientsText(without)}
    </Alert>
  )
}

/** In the font's place for a letter it lacks stands an empty box: said before anything is printed. */
const UnprintableAlert = ({ unprintable }: Pick<SheetsPreview, 'unprintable'>) => {
  if (unprintable.length === 0) return null
  const more = unprintable.length - SHOWN_MAX
  return (
    <Alert color="yellow" title="Nicht alle Zeichen lassen sich drucken">
      An ihrer Stelle bleibt ein leeres Kästchen.
      <ul className={classes.missing}>
        {unprintable.slice(0, SHOWN_MAX).map(({ line, letters }) => (
          <li key={line}>{`${line}: ${letters}`}</li>
        ))}
        {more > 0 && <li>und {more.toLocaleString('de-DE')} weitere</li>}
      </ul>
    </Alert>
  )
}

const Outlook = ({ choice, ids }: { choice: SheetsChoice; ids: readonly number[] }) => {
  const { data, error } = useQuery(sheetsPreviewQuery(previewOf(choice, ids)))
  if (error) return <Alert color="red">{failureText(error)}</Alert>
  return (
    <>
      <p className="sh-flush" role="status">
        {data ? countText(choice.kind, data) : 'Wird gezählt …'}
      </p>
      {data && <NoCustodyAlert recipients={data.recipients} />}
      {data && <LeftOutAlert left_out={data.left_out} />}
      {data && <UnprintableAlert unprintable={data.unprintable} />}
    </>
  )
}

/** Said before anything is asked. */
const TooMany = ({ count, onClose }: { count: number; onClose: () => void }) => (
  <>
    <Alert color="yellow" title={`${count.toLocaleString('de-DE')} Kinder sind zu viele für eine Datei`}>
      {`Eine Datei fasst höchstens ${SHEETS_MAX.toLocaleString('de-DE')} Kinder. Bitte wählen Sie weniger aus, zum Beispiel nur eine Klassenstufe.`}
    </Alert>
    <ButtonRow align="end" isFoot>
      <Button variant="default" onClick={onClose} data-autofocus>
        Schließen
      </Button>
    </ButtonRow>
  </>
)

interface KindFieldProps {
  value: SheetKind
  /** Where the dialog begins. */
  first: SheetKind
  onChange: (kind: SheetKind) => void
}

const KindField = ({ value, first, onChange }: KindFieldProps) => (
  <Radio.Group
    label="Was soll gedruckt werden?"
    description="Die Datei wird protokolliert."
    value={value}
    onChange={(kind) => onChange(SHEET_KINDS.find((one) => one === kind) ?? value)}
  >
    <Stack gap="xs" mt="sm">
      {SHEET_KINDS.map((one) => (
        <Radio key={one} value={one} label={SHEET_KIND_LABELS[one]} data-autofocus={one === first ? true : undefined} />
      ))}
    </Stack>
  </Radio.Group>
)

const SheetsForm = ({ ids, kind, onClose }: { ids: readonly number[]; kind: SheetKind; onClose: () => void }) => {
  const [choice, setChoice] = useState<SheetsChoice>({ ...FIRST_CHOICE, kind })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { save, isRunning } = useSavedFile()
  const change = (part: Partial<SheetsChoice>) => {
    setChoice({ ...choice, ...part })
    setErrors({})
  }
  const submit = async () => {
    const found = errorsOf(choice, ids)
    setErrors(found)
    const [first] = ['subject', 'body'].filter((field) => found[field])
    if (first) return focusField(first)
    if (await save(() => callForFile(pupilDocumentEndpoints.sheets, { body: bodyOf(choice, ids) }))) onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="md">
        <KindField value={choice.kind} first={kind} onChange={(value) => change({ kind: value })} />
        <Suspense fallback={null}>
          <SheetOptionsForm choice={choice} errors={errors} onChange={change} />
        </Suspense>
        <Outlook choice={choice} ids={ids} />
      </Stack>
      <DialogButtonRow action="PDF speichern" isRunning={isRunning} onLeave={onClose} />
    </form>
  )
}

interface PupilSheetsWidgetProps {
  ids: readonly number[]
  /** The group of pupils, for the title: „Klasse 3a“. */
  title: string
  /** What is chosen at first. */
  kind?: SheetKind
  onGone: () => void
}

/** Link sheets, labels and letters for several pupils (ux §3.3): kind, options, how many it will be, file. */
export const PupilSheetsWidget = ({ ids, title, kind = 'link_sheets', onGone }: PupilSheetsWidgetProps) => {
  const { onClose: close, ...modal } = useOpened(onGone)
  return (
    <Modal {...modal} onClose={close} size={560} title={`Bögen und Briefe: ${title}`}>
      {ids.length > SHEETS_MAX ? (
        <TooMany count={ids.length} onClose={close} />
      ) : (
        <SheetsForm ids={ids} kind={kind} onClose={close} />
      )}
    </Modal>
  )
}
