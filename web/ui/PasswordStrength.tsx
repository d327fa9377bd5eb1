import { passwordStrength } from '#contract/account/password-strength.ts'
import classes from './PasswordStrength.module.css'

/** The hint beside the field before anything is typed. */
export const NEW_PASSWORD_HINT = 'Mindestens 8 Zeichen, gern ein ganzer Satz'

const STEPS = [1, 2, 3, 4] as const

/** A refused password no longer looks strong until it changes. */
const REFUSED = { level: 1, text: 'leicht zu erraten' } as const

/** In words, because not everybody sees colours; announced while typing pauses. */
export const PasswordStrength = ({ password, isRefused }: { password: string; isRefused: boolean }) => {
  const own = passwordStrength(password)
  const { level, text } = isRefused && own.level > 1 ? REFUSED : own
  return (
    <div className={classes.strength}>
      <div className={classes.bar} data-level={level} aria-hidden>
        {STEPS.map((step) => (
          <span key={step} data-filled={password !== '' && step <= level} />
        ))}
      </div>
      <span role="status">{password !== '' && (own.level === 0 ? text : `Stärke: ${text}`)}</span>
    </div>
  )
}
