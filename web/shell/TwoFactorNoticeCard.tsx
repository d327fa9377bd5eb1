import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useSignedIn } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import classes from './shell-dialogs.module.css'

/** On every page while the active school requires a second factor that this account lacks (security §0.10). */
export const TwoFactorNoticeCard = () => {
  const session = useSignedIn()?.session
  if (!session?.lacks_two_factor) return null
  return (
    <section
      className={`sh-words sh-ink sh-gap-2 sh-rows-1 sh-rule-below sh-screen-only ${classes.notice}`}
      aria-label="Zwei-Faktor-Anmeldung"
    >
      <p>
        <TriangleAlert size={20} aria-hidden />
        Ihre Schule verlangt die Zwei-Faktor-Anmeldung. Bis Sie sie einrichten, stehen Ihnen keine Funktionen zur
        Verfügung.
      </p>
      <Link to={paths.profile} hash="zwei-faktor">
        Jetzt im Profil einrichten
      </Link>
    </section>
  )
}
