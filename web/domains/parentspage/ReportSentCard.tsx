import { useEffect, useState } from 'react'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import {
  type PublicSicknoteReply,
  publicSicknoteEndpoints,
  TAKE_BACK_SECONDS,
} from '#contract/sicknotes/sicknotes.public.ts'
import { call } from '#web/api/client.ts'
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { NativeButton, NativeButtonLink, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PhoneLink } from '#web/ui/native/PublicPage.tsx'
import classes from './ParentsPage.module.css'
import { minutesText } from './parents-texts.ts'
import type { ReportChild } from './use-children.ts'

const MINUTE_MS = 60_000
/** Whole minutes are shown, and nobody is hurried. */
const LOOK_MS = 5_000

/** Minutes left, rounded up; 0 when it is over. By the clock, because a tab in the background hardly ticks. */
const useMinutesLeft = (sentAt: number) => {
  const [now, setNow] = useState(sentAt)
  const left = Math.max(0, Math.ceil((sentAt + TAKE_BACK_SECONDS * 1000 - now) / MINUTE_MS))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [left])
  return left
}

interface TakeBack {
  token: string
  sentAt: number
  onTakenBack: (message: string) => void
}

/** Takes a report back while that is possible; the server has the last word. */
const useTakeBack = ({ token, sentAt, onTakenBack }: TakeBack) => {
  const minutesLeft = useMinutesLeft(sentAt)
  const { isBusy, failure, goOnce } = useOneAtATime()
  const isOver = minutesLeft === 0
  useEffect(() => {
    // The button that may have had the focus is gone.
    if (isOver) focusTitleIfLost()
  }, [isOver])
  const takeBack = () =>
    goOnce(async () => {
      const { message } = await call(publicSicknoteEndpoints.takeBack, { body: { take_back: token } })
      onTakenBack(message)
    })
  return { minutesLeft, isBusy, failure, takeBack }
}

interface ReportSentCardProps {
  reply: PublicSicknoteReply
  children: readonly ReportChild[]
  /** When the answer came, by the browser's clock. */
  at: number
  onTakenBack: (message: string) => void
  onFurther: () => void
}

/** The answer of the server, and for ten minutes the way back. */
export const ReportSentCard = ({ reply, children, at, onTakenBack, onFurther }: ReportSentCardProps) => {
  const { minutesLeft, isBusy, failure, takeBack } = useTakeBack({ token: reply.take_back, sentAt: at, onTakenBack })
  const schools = new Map(children.map(({ school }) => [school.phone, school]))
  return (
    <>
      <NativeHeading>Ihre Meldung ist angekommen</NativeHeading>
      <NativeNotice tone={reply.is_late ? 'attention' : 'positive'}>
        <p className={classes.message}>{reply.message}</p>
        {reply.is_late && (
          <NativeButtonRow>
            {[...schools.values()].map(({ phone, name }) => (
              <NativeButtonLink key={phone} href={phoneLink(phone)}>
                {schools.size > 1 && `${name}: `}
                {displayPhone(phone)} anrufen
              </NativeButtonLink>
            ))}
          </NativeButtonRow>
        )}
      </NativeNotice>
      <div role="alert">{failure && <NativeNotice tone="negative">{failure}</NativeNotice>}</div>
      <NativeButtonRow>
        {minutesLeft > 0 && (
          <NativeButton isBusy={isBusy} onClick={takeBack} aria-describedby="take-back-left">
            Zurücknehmen
          </NativeButton>
        )}
        <NativeButton onClick={onFurther}>Weitere Meldung</NativeButton>
      </NativeButtonRow>
      {minutesLeft > 0 && (
        <p id="take-back-left" className={classes.quiet}>
          Zurücknehmen ist {minutesText(minutesLeft)}.
        </p>
      )}
      {!reply.is_late && (
        <p className={classes.quiet}>
          Stimmt etwas nicht?{' '}
          {[...schools.values()].map(({ phone, name }) => (
            <span key={phone}>
              {schools.size > 1 ? name : 'Telefon'} <PhoneLink phone={phone} />{' '}
            </span>
          ))}
        </p>
      )}
    </>
  )
}
