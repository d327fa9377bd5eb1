import { useRef, useState } from 'react'
import { SIBLINGS_MAX } from '#contract/sicknotes/sicknotes.public.ts'
import { ApiFailure } from '#web/api/client.ts'
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { FieldNotes, fieldClass } from '#web/ui/native/NativeField.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import fields from '#web/ui/native/native-fields.module.css'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import classes from './ParentsPage.module.css'
import { uuidsIn } from './parents-link.ts'
import { namesOf } from './parents-texts.ts'
import type { ReportChild } from './use-children.ts'
import type { Report } from './use-report.ts'

interface ReportChildrenFieldProps {
  report: Report
  addByLink: (uuid: string) => Promise<ReportChild>
}

const LINK_FIELD = 'sibling'
const NO_LINK = 'Bitte fügen Sie den ganzen Link ein.'
const KNOWN = 'Dieses Kind ist schon dabei.'

/** Brothers and sisters in one report: all are chosen, each can be left out. */
const ChildrenChoice = ({ report }: { report: Report }) => {
  const { answers, errors, change, place } = report
  const { leftOut } = answers
  const choose = (uuid: string, isChosen: boolean) =>
    change({ leftOut: isChosen ? leftOut.filter((one) => one !== uuid) : [...leftOut, uuid] })
  return (
    <fieldset className={fieldClass(errors.children)}>
      <legend className={fields.label}>Für wen?</legend>
      <FieldNotes id="children" label="Für wen?" {...(errors.children ? { error: errors.children } : {})} />
      <div className={fields.chips}>
        {place.children.map((child, index) => (
          <label key={child.uuid} className={fields.choice}>
            <input
              // The error summary leads to the first one.
              id={index === 0 ? 'children' : undefined}
              className={fields.box}
              type="checkbox"
              checked={!leftOut.includes(child.uuid)}
              onChange={(event) => choose(child.uuid, event.currentTarget.checked)}
              aria-describedby={errors.children ? 'children-error' : undefined}
            />
            <span>{namesOf([child])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A further child by its own link; of one whose link is not known nothing shows. */
export const ReportChildrenField = ({ report, addByLink }: ReportChildrenFieldProps) => {
  const { children } = report.place
  const [isOpen, setOpen] = useState(false)
  const [link, setLink] = useState('')
  const [error, setError] = useState<string>()
  const [added, setAdded] = useState<string>()
  const { isBusy, failure, goOnce } = useOneAtATime()
  const opener = useRef<HTMLButtonElement>(null)
  const afterRender = useAfterRender()

  const refuse = (text: string) => {
    setError(text)
    afterRender(() => focusField(LINK_FIELD))
  }
  const close = (text?: string) => {
    setOpen(false)
    setLink('')
    setError(undefined)
    setAdded(text)
    afterRender(() => opener.current?.focus())
  }
  const add = async () => {
    const [uuid] = uuidsIn(link)
    if (!uuid) return refuse(NO_LINK)
    if (children.some((child) => child.uuid === uuid)) return refuse(KNOWN)
    try {
      close(`${(await addByLink(uuid)).firstname} ist dabei.`)
    } catch (failure) {
      const isRefused = failure instanceof ApiFailure && (failure.status === 404 || failure.status === 422)
      if (!isRefused) throw failure
      refuse(failure.message)
    }
  }
  const open = () => {
    setOpen(true)
    setAdded(undefined)
    afterRender(() => focusField(LINK_FIELD))
  }
  return (
    <>
      {children.length > 1 && <ChildrenChoice report={report} />}
      <div role="status" className="sh-visually-hidden">
        {added}
      </div>
      {!isOpen && children.length < SIBLINGS_MAX && (
        <div className={classes.more}>
          <NativeButton ref={opener} look="link" aria-expanded={false} onClick={open}>
            Auch für ein Geschwisterkind
          </NativeButton>
        </div>
      )}
      {isOpen && (
        <div className={`${classes.inset} ${classes.sibling}`}>
          <NativeTextField
            id={LINK_FIELD}
            label="Link des Geschwisterkinds"
            hint="Aus der E-Mail oder von der Seite, die Sie mit seinem QR-Code öffnen."
            value={link}
            onChange={(text) => {
              setLink(text)
              setError(undefined)
            }}
            {...(error ? { error } : {})}
          />
          <div role="alert">{failure && <NativeNotice tone="negative">{failure}</NativeNotice>}</div>
          <NativeButtonRow>
            <NativeButton keepsFocus isBusy={isBusy} onClick={() => goOnce(add)}>
              Hinzufügen
            </NativeButton>
            <NativeButton look="link" onClick={() => close()}>
              Abbrechen
            </NativeButton>
          </NativeButtonRow>
        </div>
      )}
    </>
  )
}
