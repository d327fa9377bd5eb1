import { Button, Group } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EditForm, type EditFormProps } from './EditForm.tsx'
import classes from './forms.module.css'
import { type Edit, type Saving, saverOf } from './use-edit.ts'
import type { OpenSection } from './use-open-section.ts'

/** What a field has open, such as a list; the kit marks either way. */
const OPEN = '[aria-expanded="true"], [data-expanded]'

/** Escape leaves a form in the page as it leaves a dialog; what is open in it is closed first. */
export const cancelOnEscape = (cancel: () => void) => (event: KeyboardEvent<HTMLFormElement>) => {
  const form = event.currentTarget
  // What lies above the page, such as a calendar, is no part of the form for the browser.
  const isInside = event.target instanceof Node && form.contains(event.target)
  if (event.key === 'Escape' && isInside && form.querySelector(OPEN) === null) cancel()
}

interface SectionFormProps<Base, New, Change>
  extends Saving<Base, New, Change>,
    Pick<EditFormProps, 'renderInput' | 'children'> {
  title: string
  edit: Edit<Base, New, Change>
  open: Pick<OpenSection<never>, 'close' | 'cancel'>
  /** A further button. */
  extra?: ReactNode
}

/** Whoever pressed „Bearbeiten“ goes on in the first field. */
const useFocusInside = () => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])
  return form
}

/** A section of a page while it is changed: its inputs stand in place of what is read there. */
export const SectionForm = <Base, New, Change>(props: SectionFormProps<Base, New, Change>) => {
  const { title, edit, open, renderInput, extra, children, ...saving } = props
  const saver = saverOf(edit, {
    ...saving,
    close: open.close,
    nothingChanged: 'Es war nichts geändert.',
    sameStored: 'Das ist schon gespeichert.',
  })
  useUnsavedChanges(edit.isDirty)
  const cancel = () => void open.cancel()
  const { conflict } = edit
  return (
    <EditForm
      edit={edit}
      {...saver}
      renderInput={renderInput}
      name={`${title} bearbeiten`}
      formRef={useFocusInside()}
      onKeyDown={cancelOnEscape(cancel)}
      foot={
        <Group gap="xs" className={classes.foot}>
          {!conflict && (
            <ActionButton type="submit" isRunning={saving.isRunning}>
              Speichern
            </ActionButton>
          )}
          <Button variant="default" onClick={cancel}>
            Abbrechen
          </Button>
          {!conflict && extra}
        </Group>
      }
    >
      {children}
    </EditForm>
  )
}
