import type { PasswordInputProps } from '@mantine/core'
import { NEW_PASSWORD_HINT, PasswordStrength } from '#web/ui/PasswordStrength.tsx'
import { SecretField } from './SecretField.tsx'

/** A password being chosen: its rule stands there before typing, and its strength shows meanwhile (ux §3.1). */
export const NewPasswordField = (input: PasswordInputProps) => (
  <div>
    <SecretField description={NEW_PASSWORD_HINT} autoComplete="new-password" {...input} mb="xs" />
    <PasswordStrength password={String(input.value ?? '')} isRefused={Boolean(input.error)} />
  </div>
)
