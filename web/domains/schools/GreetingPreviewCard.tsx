import { useSignedIn } from '#web/api/base-data.ts'
import classes from './SchoolSections.module.css'

/** The greeting as the start page says it. */
export const GreetingPreviewCard = ({ greeting }: { greeting: string }) => (
  <figure className={classes.preview}>
    <figcaption className={classes.previewLabel}>So begrüßt die Startseite</figcaption>
    <p className={classes.greeting}>{`${greeting.trim()}, ${useSignedIn()?.user.name}`}</p>
  </figure>
)
