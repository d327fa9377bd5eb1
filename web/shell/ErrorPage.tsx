import { Button, Group, Text } from '@mantine/core'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { type AccessChange, findAccessChange } from '#web/api/access-change.ts'
import { ApiFailure } from '#web/api/client.ts'
import { failureText, NO_CONNECTION } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'

/** Without a network even the page's code may be missing: that is no unknown error. */
const textOf = (error: unknown) => {
  if (error instanceof ApiFailure) return failureText(error)
  return navigator.onLine ? ERROR_TEXTS.unknown : NO_CONNECTION
}

/** What was taken from this person since the program was loaded, where that is why the page was refused. */
const useAccessChange = (error: unknown) => {
  const [change, setChange] = useState<AccessChange>()
  useEffect(() => {
    void findAccessChange(error).then(setChange)
  }, [error])
  return change
}

/** What the browsers say when a part of the program is not there: Chromium, Firefox, Safari, and Vite of a style sheet. */
const MISSING =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS/i

const isMissingCode = (error: unknown) => error instanceof Error && MISSING.test(error.message)

const KEY = 'schulhof-reloaded'

/** Names the program of this page: its file changes with every update. */
const programName = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''

/**
 * After an update the parts an open tab would still fetch are gone (404): whether loading the page anew may help. Once for
 * each program, so that what is really missing is told and not tried for ever; without a network it cannot help.
 */
export const isWorthReload = (error: unknown) =>
  isMissingCode(error) && navigator.onLine && sessionStorage.getItem(KEY) !== programName()

export const reloadProgram = () => {
  sessionStorage.setItem(KEY, programName())
  window.location.reload()
}

/** Instead of a page that could not be loaded or broke; never a dead end. A part gone with an update loads the page anew. */
export const ErrorPage = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const [isReloading] = useState(() => isWorthReload(error))
  useEffect(() => {
    if (isReloading) reloadProgram()
  }, [isReloading])
  const change = useAccessChange(error)
  if (isReloading) return <LoadingText />
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <>
      <PageTitle>{change?.title ?? 'Fehler'}</PageTitle>
      <Text>{change?.message ?? textOf(error)}</Text>
      <Group mt="lg">
        {error instanceof ApiFailure && !change ? (
          <Button onClick={retry}>Erneut versuchen</Button>
        ) : (
          <Button onClick={() => window.location.reload()}>Seite neu laden</Button>
        )}
        <Link to={paths.home}>Zur Startseite</Link>
      </Group>
    </>
  )
}
