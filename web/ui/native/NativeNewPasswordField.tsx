import { NEW_PASSWORD_HINT, PasswordStrength } from '#web/ui/PasswordStrength.tsx'
import { NativeSecretField, type NativeSecretFieldProps } from './NativeSecretField.tsx'
import classes from './native-secret.module.css'

/** A new password: its rule is shown before typing, and its strength meanwhile (ux §3.1). */
export const NativeNewPasswordField = (field: Omit<NativeSecretFieldProps, 'autoComplete' | 'hint'>) => (
  <div className={classes.chosen}>
    <NativeSecretField hint={NEW_PASSWORD_HINT} autoComplete="new-password" {...field} />
    <PasswordStrength password={field.value} isRefused={Boolean(field.error)} />
  </div>
)
