import { Card, Skeleton, Title } from '@mantine/core'
import { Eye, EyeOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useMayLook } from './use-may-look.ts'

const SensitiveEntriesCard = lazy(() =>
  import('./SensitiveEntriesCard.tsx').then((module) => ({ default: module.SensitiveEntriesCard })),
)

/** Class D: closed until somebody means to look, for each look is logged (domain DP-11). */
export const SensitiveWidget = ({ pupilId }: { pupilId: number }) => {
  const [isShown, setShown] = useState(false)
  if (!useMayLook()) return null
  return (
    // What is confidential is not printed along by mistake.
    <Card component="section" aria-labelledby="sensitive" className="sh-screen-only">
      <div className="sh-row sh-below-2 sh-spread sh-gap-4 sh-rows-2">
        <Title order={2} id="sensitive">
          Vertrauliche Angaben
        </Title>
        <IconButton
          icon={isShown ? EyeOff : Eye}
          aria-expanded={isShown}
          aria-label={`Vertrauliche Angaben ${isShown ? 'ausblenden' : 'anzeigen'}`}
          aria-describedby="sensitive-hint"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Ausblenden' : 'Anzeigen'}
        </IconButton>
      </div>
      <p id="sensitive-hint" className="sh-quiet sh-flush">
        Gesundheit, Förderung, Sperrvermerke. Jeder Aufruf wird mit Ihrem Namen protokolliert.
      </p>
      {isShown && (
        <Suspense fallback={<Skeleton height={80} mt="md" />}>
          <SensitiveEntriesCard pupilId={pupilId} />
        </Suspense>
      )}
    </Card>
  )
}
