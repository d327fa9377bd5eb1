import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'

/** Spec §2: any other path. */
export const PublicNotFoundCard = () => {
  usePageTitle('Seite nicht gefunden')
  return (
    <>
      <NativeHeading>Seite nicht gefunden</NativeHeading>
      <p>
        <a href="/app/">Zur Startseite</a>
      </p>
    </>
  )
}
