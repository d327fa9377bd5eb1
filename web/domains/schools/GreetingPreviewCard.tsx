import { useSignedIn } from '#web/api/base-data.ts'
import classes from './SchoolSections.module.css'

/** The greeting as the start page says it. */
export const GreetingPreviewCard = ({ greeting }: { greeting: string }) => (
  <figure className={classes.preview}>
    <figcaption className="sh-quiet sh-small sh-flush sh-below-2">So begrüßt die Startseite</figcaption>
    <p
      className={`sh-bold sh-breaks sh-flush ${classes.greeting}`}
    >{`${greeting.trim()}, ${useSignedIn()?.user.name}`}</p>
  </figure>
)
