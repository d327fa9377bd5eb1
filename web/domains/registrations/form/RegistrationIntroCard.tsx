import type { FormSettings } from '#contract/registrations/registrations.public.ts'
import { DRAFT_HOURS } from '#contract/registrations/registrations.public-texts.ts'
import { childNumber } from '#web/domains/registrations/start-registration.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import classes from './public-registration.module.css'

interface RegistrationIntroCardProps {
  settings: FormSettings
  /** Address and contacts of the child before stand in the form already. */
  hasFamily: boolean
  onStart: () => void
}

/** What to know before the first question (ux §3.15). */
export const RegistrationIntroCard = ({ settings, hasFamily, onStart }: RegistrationIntroCardProps) => (
  <>
    <NativeHeading>
      {childNumber() > 1 ? 'Bewerbung für ein weiteres Kind' : 'Bewerbung um einen Schulplatz'}
    </NativeHeading>
    <div className={classes.text}>
      {settings.form.settings.intro_markdown && <TextBlocks text={settings.form.settings.intro_markdown} />}
      <p>
        <strong>Dauer:</strong> etwa 5 Minuten.
        <br />
        <strong>Sie brauchen:</strong> Geburtsdatum und Anschrift Ihres Kindes, Ihre E-Mail-Adresse.
      </p>
      <p>
        Alle Felder ohne „(optional)“ sind Pflichtfelder. Kästchen kreuzen Sie nur an, wenn der Satz daneben zutrifft.
      </p>
      {childNumber() > 1 && hasFamily && (
        <p>
          Anschrift, Sorgerecht und Kontakte haben wir aus Ihrer letzten Bewerbung übernommen, das erste Kind als
          Geschwisterkind. Sie können alles ändern.
        </p>
      )}
      <p>Ihr Entwurf wird {DRAFT_HOURS} Stunden gespeichert.</p>
    </div>
    <p>
      <NativeButton look="primary" onClick={onStart}>
        Bewerbung beginnen
      </NativeButton>
    </p>
  </>
)
