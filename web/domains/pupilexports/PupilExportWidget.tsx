import { Modal, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { childrenText } from '#contract/counted.ts'
import { hasColumnChoice, PupilExportForm, pupilExportEndpoints } from '#contract/pupilexports/pupilexports.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { type CallInput, call, callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { useFocusOnError } from '#web/forms/use-focus-on-error.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { ExportColumnsField } from './ExportColumnsField.tsx'
import { ExportFormatField } from './ExportFormatField.tsx'
import { ExportOptionsField } from './ExportOptionsField.tsx'
import { exportBody, useExportChoice } from './export-choice.ts'
import { EXPORT_TEXTS } from './export-texts.ts'
import classes from './PupilExportWidget.module.css'

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
          <ExportFormatField value={choice.format} onChange={(format) => change({ format })} />
          {hasColumnChoice(choice.format) && (
            <ExportColumnsField
              value={choice.columns}
              onChange={(columns) => change({ columns })}
              error={errors.columns}
            />
          )}
          <ExportOptionsField choice={choice} onChange={change} domainError={errors.domain} />
          <div className={classes.notes} role="status">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            <p>Vertrauliche Angaben, Notizen und Elternlinks sind nie dabei. Der Export wird protokolliert.</p>
          </div>
        </Stack>
        <DialogButtonRow action="Datei speichern" isRunning={isRunning} onLeave={modal.onClose} />
      </form>
    </Modal>
  )
}
