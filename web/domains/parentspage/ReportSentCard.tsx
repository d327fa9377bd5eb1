import { displayPhone, phoneLink } from '#contract/phone.ts'
import type { PublicSicknoteReply } from '#contract/sicknotes/sicknotes.public.ts'
import { NativeButton, NativeButtonLink, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PhoneLink } from '#web/ui/native/PublicPage.tsx'
import classes from './ParentsPage.module.css'
import { minutesText } from './parents-texts.ts'
import type { ReportChild } from './use-children.ts'
import { type TakingBack, useTakeBack } from './use-take-back.ts'

interface ReportSentCardProps extends TakingBack {
  reply: PublicSicknoteReply
  children: readonly ReportChild[]
  onFurther: () => void
}

/** The answer of the server, and for ten minutes the way back. */
export const ReportSentCard = ({ reply, children, onFurther, ...taking }: ReportSentCardProps) => {
  const { minutesLeft, isBusy, failure, takeBack } = useTakeBack(taking)
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
