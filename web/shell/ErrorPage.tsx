import { Button, Group, Text } from '@mantine/core'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { ApiFailure } from '#web/api/client.ts'
import { failureText, NO_CONNECTION } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { isWorthReload, reloadProgram } from './fresh-code.ts'

/** Without a network even the page's code may be missing: that is no unknown error. */
const textOf = (error: unknown) => {
  if (error instanceof ApiFailure) return failureText(error)
  return navigator.onLine ? ERROR_TEXTS.unknown : NO_CONNECTION
}

/** Instead of a page that could not be loaded or broke; never a dead end. A part gone with an update loads the page anew. */
export const ErrorPage = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const [isReloading] = useState(() => isWorthReload(error))
  useEffect(() => {
    if (isReloading) reloadProgram()
  }, [isReloading])
  if (isReloading) return <LoadingText />
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <>
      <PageTitle>Fehler</PageTitle>
      <Text>{textOf(error)}</Text>
      <Group mt="lg">
        {error instanceof ApiFailure ? (
          <Button onClick={retry}>Erneut versuchen</Button>
        ) : (
          <Button onClick={() => window.location.reload()}>Seite neu laden</Button>
        )}
        <Link to={paths.home}>Zur Startseite</Link>
      </Group>
    </>
  )
}
