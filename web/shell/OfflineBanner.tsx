import { useNetwork } from '@mantine/hooks'
import { WifiOff } from 'lucide-react'
import classes from './AppShell.module.css'

/** Says that the network is gone; the live region stands before, so that the words are announced. */
export const OfflineBanner = () => {
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <p className={classes.offline}>
          <WifiOff size={20} aria-hidden />
          Keine Verbindung. Ihre Eingaben bleiben erhalten – wir versuchen es erneut.
        </p>
      )}
    </div>
  )
}
