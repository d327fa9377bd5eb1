import { berlinToday, formatDate } from '#contract/dates.ts'
import type { FormSettings } from '#contract/registrations/registrations.public.ts'
import { DRAFT_HOURS, PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PhoneLink } from '#web/ui/native/PublicPage.tsx'
import classes from './public-registration.module.css'

interface ClosedRegistrationCardProps {
  settings: FormSettings
  /** The form closed while it was being filled in. */
  isInterrupted?: boolean
}

/** No school year is open: when it will be, and whom to ask (domain §2). */
export const ClosedRegistrationCard = ({ settings, isInterrupted = false }: ClosedRegistrationCardProps) => {
  const { school, message, opens_at } = settings
  return (
    <>
      <NativeHeading>Bewerbung um einen Schulplatz</NativeHeading>
      <NativeNotice tone="attention">
        <p>{message ?? PUBLIC_REGISTRATION_TEXTS.closed}</p>
        {opens_at && <p>Die Online-Bewerbung öffnet am {formatDate(berlinToday(new Date(opens_at)))}.</p>}
        {isInterrupted && <p>Ihr Entwurf bleibt {DRAFT_HOURS} Stunden gespeichert. Bitte rufen Sie uns an.</p>}
      </NativeNotice>
      <p className={classes.text}>
        Fragen beantworten wir gern: Telefon <PhoneLink phone={school.phone} /> oder E-Mail{' '}
        <a href={`mailto:${school.mail}`}>{school.mail}</a>.
      </p>
    </>
  )
}
