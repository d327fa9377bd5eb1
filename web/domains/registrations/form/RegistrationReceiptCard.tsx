import { useEffect, useRef, useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import {
  publicRegistrationEndpoints as endpoints,
  type FormSettings,
  type Receipt,
} from '#contract/registrations/registrations.public.ts'
import {
  type Delivery,
  maskMail,
  PUBLIC_REGISTRATION_TEXTS,
} from '#contract/registrations/registrations.public-texts.ts'
import { call } from '#web/api/client.ts'
import { NativeButton, NativeButtonLink, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import { CorrectMailForm } from './CorrectMailForm.tsx'
import classes from './public-registration.module.css'
import { nextChildHref, type TypedMails } from './start-registration.ts'

/** A sentence whose application number stays in one piece: `FSW-2027-0042` would break at its hyphens. */
export const RegistrationNumberText = ({ text, number }: { text: string; number: string }) => {
  const [before, ...after] = text.split(number)
  return (
    <p>
      {before}
      {after.length > 0 && <span className={classes.whole}>{number}</span>}
      {after.join(number)}
    </p>
  )
}

type ReceiptContact = Receipt['contacts'][number]

/** By then the mail server was asked: whether the mail left is known, and the family still reads. */
const LOOK_AFTER_MS = 15_000

/**
 * Asks for the receipt once more, a little later and whenever somebody comes back to the page: the mail may have left
 * meanwhile, or its link may have been opened.
 */
const useFreshReceipt = (schoolShort: string, receipt: Receipt, onReceipt: (receipt: Receipt) => void) => {
  const shown = useRef({ receipt, onReceipt })
  shown.current = { receipt, onReceipt }
  const { number } = receipt
  useEffect(() => {
    const stop = new AbortController()
    const ask = async () => {
      const before = shown.current.receipt
      const reply = await call(endpoints.receipt, {
        params: { school_short: schoolShort },
        signal: stop.signal,
      }).catch(() => undefined)
      // An address that was corrected meanwhile is newer than this answer.
      const isNewer = !stop.signal.aborted && shown.current.receipt === before
      if (isNewer && reply?.receipt?.number === number) shown.current.onReceipt(reply.receipt)
    }
    const look = () => {
      if (!document.hidden) void ask()
    }
    const timer = setTimeout(ask, LOOK_AFTER_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      stop.abort()
    }
  }, [schoolShort, number])
}

interface RegistrationReceiptCardProps {
  settings: FormSettings
  receipt: Receipt
  /** Missing: only the masked ones are known. */
  typedMails: TypedMails | undefined
  onReceipt: (receipt: Receipt, corrected?: TypedMails) => void
}

const isOpenAs = (delivery: Delivery) => (contact: ReceiptContact) =>
  !contact.is_verified && contact.delivery === delivery

/** What to do about the mail. Nobody is sent to the spam folder for one that has not left. */
const mailText = ({ contacts }: Receipt, validDays: number) => {
  if (contacts.length > 0 && contacts.every(({ is_verified }) => is_verified)) return 'Das ist schon erledigt.'
  const link = `Er gilt ${validDays} Tage.`
  if (contacts.some(isOpenAs('waiting')))
    return `Unsere E-Mail an Sie ist noch nicht abgeschickt. Öffnen Sie den Link darin, sobald sie da ist. ${link} Ihre Bewerbung liegt uns schon vor.`
  if (contacts.some(isOpenAs('refused')) && !contacts.some(isOpenAs('sent')))
    return 'Dafür brauchen wir eine Adresse, die E-Mails annimmt.'
  return `Öffnen Sie den Link in unserer E-Mail. ${link} Nicht angekommen? Sehen Sie auch im Spam-Ordner nach.`
}

/** Says what became of the link after a correction, or that the address takes no mail, be it corrected or not: never both. */
const deliveryText = (contact: ReceiptContact, mail: string, isCorrected: boolean) => {
  const { delivery } = contact
  if (isOpenAs('refused')(contact))
    return <p className={classes.refused}>Diese Adresse hat unsere E-Mail nicht angenommen. Bitte prüfen Sie sie.</p>
  return (
    isCorrected && (
      <NativeNotice tone="positive">
        {delivery === 'sent'
          ? `Wir haben den Link an ${mail} gesendet.`
          : `Die Adresse ist geändert. Wir schicken den Link in Kürze an ${mail}.`}
      </NativeNotice>
    )
  )
}

/** Two people with one address and one state share a line; masked addresses may look alike, so only typed ones count. */
const byAddress = (contacts: Receipt['contacts'], typedMails: TypedMails | undefined) => {
  const stateOf = ({ position, ...state }: ReceiptContact) => JSON.stringify([typedMails?.[position], state])
  const [first, second, ...more] = contacts
  const isShared = first && second && typedMails?.[first.position] && stateOf(first) === stateOf(second)
  return isShared && more.length === 0 ? [contacts] : contacts.map((contact) => [contact])
}

interface MailLineProps {
  contact: ReceiptContact
  positions: readonly number[]
  schoolShort: string
  /** As it was typed on this page. */
  typedMail: string | undefined
  /** Two parents' masked addresses may look alike. */
  isOneOfTwo: boolean
  onReceipt: (receipt: Receipt, corrected: TypedMails) => void
}

const MailLine = ({ contact, positions, schoolShort, typedMail, isOneOfTwo, onReceipt }: MailLineProps) => {
  const [isOpen, setOpen] = useState(false)
  const [isCorrected, setCorrected] = useState(false)
  const { mail_masked, is_verified, corrections_left } = contact
  const mail = typedMail && maskMail(typedMail) === mail_masked ? typedMail : mail_masked
  const deliveryNotice = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const afterRender = useAfterRender()
  const finish = (receipt: Receipt, corrected: TypedMails) => {
    setOpen(false)
    setCorrected(true)
    onReceipt(receipt, corrected)
    afterRender(() => deliveryNotice.current?.focus())
  }
  const cancel = () => {
    setOpen(false)
    afterRender(() => opener.current?.focus())
  }
  return (
    <li className={classes.mail}>
      {isOneOfTwo && `Person ${positions.join(' und ')}: `}
      <strong>{mail}</strong> {is_verified && <span className={classes.whole}>✓ bestätigt</span>}
      <div role="status" ref={deliveryNotice} tabIndex={-1} className={classes.takesFocus}>
        {deliveryText(contact, mail, isCorrected)}
      </div>
      {!is_verified && !isOpen && corrections_left > 0 && (
        <div className={classes.onScreen}>
          <NativeButton
            ref={opener}
            look="link"
            aria-label={`Adresse korrigieren, ${mail}`}
            onClick={() => setOpen(true)}
          >
            Adresse korrigieren
          </NativeButton>
        </div>
      )}
      {!is_verified && corrections_left === 0 && <p>{PUBLIC_REGISTRATION_TEXTS.correctionUsedUp}</p>}
      {isOpen && (
        <CorrectMailForm
          schoolShort={schoolShort}
          contact={contact}
          positions={positions}
          onCorrected={finish}
          onCancel={cancel}
        />
      )}
    </li>
  )
}

/** After submitting: the number, what happens next, and what can still be done (ux §3.15). Says nothing of the child. */
export const RegistrationReceiptCard = (props: RegistrationReceiptCardProps) => {
  const { settings, receipt, typedMails, onReceipt } = props
  const { school, form, is_open } = settings
  useFreshReceipt(school.short, receipt, onReceipt)
  const isConfirmed = receipt.contacts.length > 0 && receipt.contacts.every(({ is_verified }) => is_verified)
  return (
    <>
      <NativeHeading>Bewerbung eingegangen</NativeHeading>
      <NativeNotice tone="positive">
        <RegistrationNumberText
          text={isConfirmed ? PUBLIC_REGISTRATION_TEXTS.received(receipt.number) : receipt.message}
          number={receipt.number}
        />
      </NativeNotice>
      <div className={classes.card}>
        <p className={classes.cardLabel}>Nummer Ihrer Bewerbung</p>
        <p className={classes.number}>{receipt.number}</p>
        <p className={classes.cardLabel}>
          Eingegangen am <time dateTime={receipt.received_at}>{formatDateTime(receipt.received_at)} Uhr</time>
        </p>
        <p className={classes.cardLabel}>Schule: {school.name}</p>
      </div>
      <h2 className={classes.cardTitle}>So geht es weiter</h2>
      <ol className={classes.next}>
        <li>
          <strong>E-Mail bestätigen.</strong> {mailText(receipt, form.settings.optin_valid_days)}
          <ul className={classes.mails}>
            {byAddress(receipt.contacts, typedMails).map(
              ([contact, ...others]) =>
                contact && (
                  <MailLine
                    key={contact.position}
                    contact={contact}
                    positions={[contact, ...others].map(({ position }) => position)}
                    schoolShort={school.short}
                    typedMail={typedMails?.[contact.position]}
                    isOneOfTwo={receipt.contacts.length > 1}
                    onReceipt={onReceipt}
                  />
                ),
            )}
          </ul>
        </li>
        <li>
          <strong>Die Schule prüft Ihre Bewerbung.</strong> Wir melden uns bei Ihnen, meist mit einer Einladung zum
          Gespräch.
        </li>
        <li>
          <strong>Sie erhalten Bescheid.</strong> Für Fragen nennen Sie uns bitte die Nummer Ihrer Bewerbung.
        </li>
      </ol>
      <NativeButtonRow>
        <NativeButton onClick={() => window.print()}>Drucken oder als PDF speichern</NativeButton>
        {is_open && <NativeButtonLink href={nextChildHref()}>Bewerbung für ein weiteres Kind</NativeButtonLink>}
      </NativeButtonRow>
    </>
  )
}
