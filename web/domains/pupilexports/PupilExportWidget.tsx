import { Button, Checkbox, Modal, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { childrenText } from '#contract/counted.ts'
import {
  EXPORT_FORMATS,
  EXPORT_LABELS,
  type ExportFormat,
  hasColumnChoice,
  MOODLE_AUTHS,
  PupilExportForm,
  pupilExportEndpoints,
} from '#contract/pupilexports/pupilexports.ts'
import {
  LIST_COLUMNS,
  type ListColumn,
  PUPIL_LIST_COLUMNS,
  USUAL_LIST_COLUMNS,
} from '#contract/pupils/pupil-list-columns.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { type CallInput, call, callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { useFocusOnError } from '#web/forms/use-focus-on-error.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { type ExportChoice, exportBody, useExportChoice } from './export-choice.ts'
import { COLUMN_GROUPS, EXPORT_TEXTS } from './export-texts.ts'
import classes from './PupilExportWidget.module.css'

const PRESETS: readonly { text: string; columns: readonly ListColumn[] }[] = [
  { text: 'Übliche Spalten', columns: USUAL_LIST_COLUMNS },
  { text: 'Ganze Schülerliste', columns: PUPIL_LIST_COLUMNS },
  { text: 'Nur Name und Klasse', columns: ['Nachname', 'Namensvorsatz', 'Vorname', 'Klasse'] },
]

const between = (from: ListColumn, until: ListColumn) =>
  LIST_COLUMNS.slice(LIST_COLUMNS.indexOf(from), LIST_COLUMNS.indexOf(until) + 1)

/** The column as people read it; the heading in the file uses an underscore. */
const shown = (column: ListColumn) => column.replace('_', ': ')

interface ColumnsFieldProps {
  value: readonly ListColumn[]
  onChange: (columns: readonly ListColumn[]) => void
  error: string | undefined
}

/** Which columns the list has; no more than are needed. */
const ColumnsField = ({ value, onChange, error }: ColumnsFieldProps) => (
  <Checkbox.Group
    label="Spalten"
    description="Bitte nur, was gebraucht wird."
    value={[...value]}
    onChange={(columns) => onChange(columns as ListColumn[])}
  >
    {error && (
      <p className="sh-bad sh-flush sh-above-2" role="alert">
        {error}
      </p>
    )}
    <div className="sh-wrap sh-gap-2 sh-above-2 sh-below-2">
      {PRESETS.map(({ text, columns }) => (
        <Button key={text} variant="subtle" px="xs" onClick={() => onChange(columns)}>
          {text}
        </Button>
      ))}
    </div>
    {COLUMN_GROUPS.map(({ title, from, until }) => (
      <fieldset key={title} className={`sh-fieldset sh-below-4 ${classes.group}`}>
        <legend>{title}</legend>
        <div className={`sh-grid sh-gap-4 sh-rows-2 ${classes.columns}`}>
          {between(from, until).map((column) => (
            <Checkbox key={column} value={column} label={shown(column)} />
          ))}
        </div>
      </fieldset>
    ))}
  </Checkbox.Group>
)

const AUTH_LABELS: Record<(typeof MOODLE_AUTHS)[number], string> = {
  manual: 'manuelle Konten (manual)',
  oauth2: 'OAuth 2 (oauth2)',
  ldap: 'LDAP-Server (ldap)',
  saml2: 'SAML 2 (saml2)',
  shibboleth: 'Shibboleth (shibboleth)',
  db: 'externe Datenbank (db)',
}

interface OptionsFieldProps {
  choice: ExportChoice
  onChange: (change: Partial<ExportChoice>) => void
  domainError: string | undefined
}

/** What only some formats ask. */
const OptionsField = ({ choice, onChange, domainError }: OptionsFieldProps) => {
  switch (choice.format) {
    case 'webuntis':
      return (
        <Checkbox
          label="Mit Anschrift, Telefon und E-Mail der Kinder"
          description="Nur nötig, wenn WebUntis damit arbeitet, etwa für Benutzerkonten."
          checked={choice.addresses}
          onChange={({ currentTarget }) => onChange({ addresses: currentTarget.checked })}
        />
      )
    case 'moodle':
      return (
        <Stack gap="sm">
          <NativeSelect
            label="Anmeldung"
            description="So melden sich die Kinder in Moodle an."
            value={choice.auth}
            onChange={({ currentTarget }) => onChange({ auth: currentTarget.value as ExportChoice['auth'] })}
            data={MOODLE_AUTHS.map((value) => ({ value, label: AUTH_LABELS[value] }))}
          />
          <TextInput
            label="E-Mail-Domäne der Schule"
            description="Der Teil nach dem @. Leer: die der Schuladresse."
            placeholder="schule.example"
            value={choice.mailDomain}
            error={domainError}
            onChange={({ currentTarget }) => onChange({ mailDomain: currentTarget.value })}
          />
        </Stack>
      )
    case 'oneroster':
      return (
        <Stack gap="sm">
          <Checkbox
            label="Mit Geburtsdatum und Geschlecht"
            description="Die meisten Programme brauchen das nicht."
            checked={choice.demographics}
            onChange={({ currentTarget }) => onChange({ demographics: currentTarget.checked })}
          />
          <Checkbox
            label="Ältere Fassung 1.2"
            description="Nur, wenn das Programm die Fassung 1.2.1 nicht annimmt."
            checked={choice.isOldRoster}
            onChange={({ currentTarget }) => onChange({ isOldRoster: currentTarget.checked })}
          />
        </Stack>
      )
    default:
      return null
  }
}

type FilterQuery = CallInput<typeof pupilEndpoints.ids>['query']

interface PupilExportWidgetProps {
  /** Who is in the file, in this order; else all hits of `filterQuery`. */
  ids?: readonly number[]
  filterQuery?: FilterQuery
  /** With grade and class of this year; missing: that of the filters, else today's. */
  schoolYearId?: number
  count: number
  /** The dialog is gone. */
  onGone: () => void
}

/** Texts of the fields that are wrong, by the first part of their names. */
const errorsOf = (issues: readonly z.core.$ZodIssue[]) => ({
  columns: issues.find(({ path }) => path[0] === 'columns')?.message,
  domain: issues.find(({ path }) => path[1] === 'mail_domain')?.message,
})

const useExport = (props: PupilExportWidgetProps) => {
  const { ids, filterQuery, onGone, schoolYearId: school_year_id = filterQuery?.school_year_id } = props
  const { choice, change, remember } = useExportChoice()
  const [errors, setErrors] = useState<Partial<ReturnType<typeof errorsOf>>>({})
  const [attempt, setAttempt] = useState(0)
  const { save, isRunning } = useSavedFile()
  const modal = useOpened(onGone)
  const listIds = async () => ids ?? (await call(pupilEndpoints.ids, { query: filterQuery })).ids

  const saveExport = async () => {
    const load = async () => {
      const body = { ...exportBody(choice, await listIds()), school_year_id }
      return callForFile(pupilExportEndpoints.create, { body })
    }
    if (!(await save(load))) return
    remember()
    modal.onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = PupilExportForm.safeParse(exportBody(choice, [1]))
    setErrors(errorsOf(checked.error?.issues ?? []))
    if (!checked.success) setAttempt((before) => before + 1)
    if (checked.success) void saveExport()
  }
  return { choice, change, errors, isRunning, modal, submit, form: useFocusOnError(attempt) }
}

/** What for, which columns, and what the other program needs to know; the file is saved and kept nowhere else. */
export const PupilExportWidget = (props: PupilExportWidgetProps) => {
  const { choice, change, errors, isRunning, modal, submit, form } = useExport(props)
  const { notes } = EXPORT_TEXTS[choice.format]
  return (
    <Modal {...modal} size={640} closeOnEscape={!isRunning} title={`${childrenText(props.count)} exportieren`}>
      <form onSubmit={submit} ref={form} className={classes.form} noValidate>
        <Stack gap="md">
          <Radio.Group
            label="Wofür ist die Datei?"
            value={choice.format}
            onChange={(format) => change({ format: format as ExportFormat })}
            name="export-format"
          >
            <div className={`sh-above-2 sh-grid ${classes.formats}`}>
              {EXPORT_FORMATS.map((format) => (
                <Radio
                  key={format}
                  value={format}
                  label={EXPORT_LABELS[format]}
                  description={EXPORT_TEXTS[format].purpose}
                  data-autofocus={format === choice.format ? true : undefined}
                />
              ))}
            </div>
          </Radio.Group>
          {hasColumnChoice(choice.format) && (
            <ColumnsField value={choice.columns} onChange={(columns) => change({ columns })} error={errors.columns} />
          )}
          <OptionsField choice={choice} onChange={change} domainError={errors.domain} />
          <div className={`sh-quiet sh-stack sh-gap-2 ${classes.notes}`} role="status">
            {notes.map((note) => (
              <p key={note} className="sh-flush">
                {note}
              </p>
            ))}
            <p className="sh-flush">
              Vertrauliche Angaben, Notizen und Elternlinks sind nie dabei. Der Export wird protokolliert.
            </p>
          </div>
        </Stack>
        <DialogButtonRow action="Datei speichern" isRunning={isRunning} onLeave={modal.onClose} />
      </form>
    </Modal>
  )
}
