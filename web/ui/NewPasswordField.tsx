import type { PasswordInputProps } from '@mantine/core'
import { passwordStrength } from '#contract/password-rules.ts'
import classes from './NewPasswordField.module.css'
import { SecretField } from './SecretField.tsx'

const STEPS = [1, 2, 3, 4] as const

/** A refused one looks strong no more until it changes. */
const REFUSED = { level: 1, text: 'leicht zu erraten' } as const

/** In words, because not everybody sees the colour; announced while typing pauses. */
const Strength = ({ password, isRefused }: { password: string; isRefused: boolean }) => {
  const own = passwordStrength(password)
  const { level, text } = isRefused && own.level > 1 ? REFUSED : own
  return (
    <div className={classes.strength}>
      <div className={classes.bar} data-level={level} aria-hidden>
        {STEPS.map((step) => (
          <span key={step} data-filled={password !== '' && step <= level} />
        ))}
      </div>
      <span role="status">{password !== '' && `Stärke: ${text}`}</span>
    </div>
  )
}

/** A password being chosen: its rule stands there before typing, and its strength shows meanwhile (ux §3.1). */
export const NewPasswordField = (input: PasswordInputProps) => (
  <div>
    <SecretField
      description="Mindestens 8 Zeichen, gern ein ganzer Satz"
      autoComplete="new-password"
      {...input}
      mb="xs"
    />
    <Strength password={String(input.value ?? '')} isRefused={Boolean(input.error)} />
  </div>
)
