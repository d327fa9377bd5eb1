import { accentForDark } from '#contract/accent.ts'
import { APP_NAME } from '#web/app-name.ts'
import classes from './AccentField.module.css'

const LOOKS = [
  { look: 'light', text: 'Hell', toneOf: (accent: string) => accent },
  { look: 'dark', text: 'Dunkel', toneOf: accentForDark },
] as const

/** Top bar and badge in both looks, as everybody of the school will see them. */
export const AccentPreviewCard = ({ accent, short }: { accent: string; short: string }) => (
  <div className={`sh-flush sh-grid sh-gap-3 ${classes.previews}`}>
    {LOOKS.map(({ look, text, toneOf }) => (
      <figure key={look}>
        <figcaption>{text}</figcaption>
        <div className={classes.look} data-look={look} aria-hidden>
          <div className={`sh-line sh-bold sh-spread ${classes.bar}`} style={{ borderColor: toneOf(accent) }}>
            <span>{APP_NAME}</span>
            <span className={classes.badge} style={{ borderColor: toneOf(accent) }}>
              {short}
            </span>
          </div>
          <div className={classes.paper} />
        </div>
      </figure>
    ))}
  </div>
)
