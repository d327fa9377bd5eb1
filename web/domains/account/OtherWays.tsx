import classes from './OtherWays.module.css'
import { PasskeyLogin } from './passkeys/PasskeyLogin.tsx'
import { hasPasskeys } from './passkeys/passkey-support.ts'
import { ProviderLogin, useProviders } from './providers/ProviderLogin.tsx'

interface OtherWaysProps {
  remember: boolean
  onDone: () => Promise<void>
}

/** Offers services and passkeys below the password. */
export const OtherWays = ({ remember, onDone }: OtherWaysProps) => {
  const providers = useProviders()
  if (providers.length === 0 && !hasPasskeys()) return null
  return (
    <div className={classes.other}>
      <ProviderLogin providers={providers} remember={remember} />
      <PasskeyLogin remember={remember} onDone={onDone} />
    </div>
  )
}
