import { useEffect, useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { isAgreementMissing } from '#contract/registrations/registrations.agreement.ts'
import {
  type AgreementQuestion,
  publicRegistrationEndpoints as endpoints,
  type FormSettings,
  type OptinForm,
  type OptinResult,
  type OptinState,
} from '#contract/registrations/registrations.public.ts'
import { OPTIN_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { publicFailureText } from '#web/api/public-failure.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { focusHeading, NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PhoneLink, PublicPage } from '#web/ui/native/PublicPage.tsx'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import { useBriefWait } from '#web/ui/native/use-brief-wait.ts'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { AGREEMENT_TITLES, AgreementCard } from './AgreementCard.tsx'
import classes from './public-registration.module.css'
import { RegistrationNumberText } from './RegistrationReceiptCard.tsx'

/** What the button does: confirm the address, or send for another link. */
type OptinAction = 'confirm' | 'request'

/** What the page of a link shows; `action` is what can still be done (domain §2.3). */
interface OptinOutcome {
  tone: 'positive' | 'attention' | 'negative'
  text: string
  /** The application's number, once the address is confirmed. */
  number?: string
  /** What comes next for the family. */
  next?: string
  /** Only the school can help further. */
  isDeadEnd?: boolean
  action?: OptinAction
  /** What the second person is asked; everything about the address is then a side matter. */
  agreement?: AgreementQuestion
}

const EXPIRED: OptinOutcome = { tone: 'attention', text: OPTIN_TEXTS.expired, action: 'request' }

/** The second person is asked more than the address: a word about it stays only while it is news. */
const askedOutcome = ({ state }: OptinResult, agreement: AgreementQuestion): OptinOutcome => {
  if (agreement.answer === 'expired' && isAgreementMissing({ agreement: agreement.state }))
    return { ...EXPIRED, agreement }
  return { tone: 'positive', text: state === 'confirmed' ? OPTIN_TEXTS.confirmed : '', agreement }
}

export const confirmedOutcome = (result: OptinResult): OptinOutcome => {
  const { state, confirmed_at, number, agreement } = result
  const after =
    state === 'confirmed'
      ? { text: OPTIN_TEXTS.confirmed, next: OPTIN_TEXTS.next }
      : { text: OPTIN_TEXTS.already(formatDateTime(confirmed_at)), next: OPTIN_TEXTS.later }
  return { tone: 'positive', ...after, number, ...(agreement && { next: '', ...askedOutcome(result, agreement) }) }
}

const INVALID: OptinOutcome = { tone: 'negative', text: OPTIN_TEXTS.invalid, isDeadEnd: true }

/** What a link shows before anybody pressed; null while it can still confirm. */
export const outcomeOfState = (found: OptinState): OptinOutcome | null => {
  if (found.state === 'already') return confirmedOutcome(found)
  return found.state === 'expired' ? EXPIRED : null
}

const isUnknownLink = (failure: unknown) =>
  failure instanceof ApiFailure && (failure.status === 404 || failure.status === 422)

/** A refusal: 409 is an expired link when confirming, and when requesting that no more mails are sent. */
export const refusedOutcome = (action: OptinAction, failure: unknown): OptinOutcome => {
  const status = failure instanceof ApiFailure ? failure.status : undefined
  if (isUnknownLink(failure)) return INVALID
  if (status !== 409) return { tone: 'negative', text: publicFailureText(failure), action }
  return action === 'confirm' ? EXPIRED : { tone: 'attention', text: publicFailureText(failure), isDeadEnd: true }
}

interface OptinPageProps {
  schoolShort: string
  contactId: string
  contactUuid: string
}

const BUTTONS: Record<OptinAction, string> = { confirm: OPTIN_TEXTS.button, request: OPTIN_TEXTS.requestNew }

/** The school's contact and privacy notice for the frame; the page works without them. */
const useSettings = (short: string) => {
  const [settings, setSettings] = useState<FormSettings | null>()
  useEffect(() => {
    const stop = new AbortController()
    call(endpoints.settings, { params: { school_short: short }, signal: stop.signal }).then(setSettings, () =>
      setSettings(null),
    )
    return () => stop.abort()
  }, [short])
  return settings
}

/** What can still be done with the link. Undefined: not known yet; without an answer the button is there all the same. */
const useFoundOutcome = ({ school_short, contact_id, contact_uuid }: OptinForm) => {
  const [found, setFound] = useState<OptinOutcome | null>()
  useEffect(() => {
    const stop = new AbortController()
    const body = { school_short, contact_id, contact_uuid }
    call(endpoints.findOptin, { body, signal: stop.signal }).then(
      (state) => setFound(outcomeOfState(state)),
      (failure: unknown) => setFound(isUnknownLink(failure) ? INVALID : null),
    )
    return () => stop.abort()
  }, [school_short, contact_id, contact_uuid])
  return found
}

const titleOf = (outcome: OptinOutcome | undefined, question: AgreementQuestion | undefined) => {
  if (question) return AGREEMENT_TITLES[question.state]
  return outcome?.number ? 'E-Mail-Adresse bestätigt' : 'E-Mail-Adresse bestätigen'
}

/** What became of the address and its link, in a box. */
const OutcomeNotice = ({ outcome, hasNumber }: { outcome: OptinOutcome | undefined; hasNumber: boolean }) => (
  <div role="alert">
    {outcome?.text && (
      <NativeNotice tone={outcome.tone}>
        <p>{outcome.text}</p>
        {hasNumber && outcome.number && (
          <RegistrationNumberText text={`Bewerbung ${outcome.number}`} number={outcome.number} />
        )}
      </NativeNotice>
    )}
  </div>
)

/** Opened from a mail: only the button confirms, because mail scanners open links (domain §2.3). */
export const OptinPage = ({ schoolShort, contactId, contactUuid }: OptinPageProps) => {
  const settings = useSettings(schoolShort)
  const school = settings?.school
  const body = { school_short: schoolShort, contact_id: Number(contactId), contact_uuid: contactUuid }
  const found = useFoundOutcome(body)
  const isKeptBack = useBriefWait(settings !== undefined && found !== undefined)
  const [pressed, setPressed] = useState<OptinOutcome>()
  const outcome = pressed ?? found ?? undefined
  const [isBusy, setBusy] = useState(false)
  const [answered, setAnswered] = useState<AgreementQuestion>()
  const question = answered ?? outcome?.agreement ?? found?.agreement
  const title = titleOf(outcome, question)
  const afterRender = useAfterRender()
  usePageTitle(title, school?.name)

  const work: Record<OptinAction, () => Promise<OptinOutcome>> = {
    confirm: async () => confirmedOutcome(await call(endpoints.confirmOptin, { body })),
    request: async () => ({ tone: 'positive', text: (await call(endpoints.resendOptin, { body })).message }),
  }
  const act = async (action: OptinAction) => {
    setBusy(true)
    const next = await work[action]().catch((failure: unknown) => refusedOutcome(action, failure))
    setPressed(next)
    setBusy(false)
    // The button that had the focus is gone.
    if (!next.action) afterRender(focusHeading)
  }

  const answer = (next: AgreementQuestion) => {
    setAnswered(next)
    afterRender(focusHeading)
  }

  const action = outcome ? outcome.action : 'confirm'
  return (
    // Another page for the browser: the header and the footer grow with the school, which would count as a shift.
    <PublicPage key={settings === undefined ? 'waiting' : 'known'} school={school} notice={settings?.notice?.text}>
      <div data-kept-back={isKeptBack || undefined}>
        <NativeHeading>{title}</NativeHeading>
        <OutcomeNotice outcome={answered ? undefined : outcome} hasNumber={!question} />
        {question && <AgreementCard question={question} link={body} onAnswer={answer} />}
        {outcome?.isDeadEnd && school && (
          <p>
            Telefon <PhoneLink phone={school.phone} />
          </p>
        )}
        {outcome?.next && <p className={classes.text}>{outcome.next}</p>}
        {!outcome && (
          <p className={classes.text}>
            Bitte bestätigen Sie, dass wir Sie zu Ihrer Bewerbung unter dieser E-Mail-Adresse erreichen.
          </p>
        )}
        {action && (
          <div className={classes.oneHand}>
            <NativeButton look="primary" isBusy={isBusy} onClick={() => act(action)}>
              {BUTTONS[action]}
            </NativeButton>
          </div>
        )}
      </div>
    </PublicPage>
  )
}
