import type { z } from 'zod'
import { ApiFailure, hasFieldErrors } from '#web/api/client.ts'
import { useVisit } from '#web/shell/visit.ts'
import { useFirstRefused, useNativeForm } from '#web/ui/native/use-native-form.ts'
import { DEFAULT_WAIT_SECONDS, secondsText, useCountdown } from '#web/ui/use-countdown.ts'

interface VisitorForm<V> {
  initial: V
  schema: () => Promise<z.ZodType>
  /** Answers what follows, which is no part of the try. */
  send: (values: V) => Promise<(() => unknown) | undefined>
  /** Called first when it was refused; true: nothing more is to be said. */
  onRefused?: (failure: unknown) => boolean | undefined
}

/** A form for somebody without a session: what is refused stands at its field, and too many attempts are waited out. */
export const useVisitorForm = <V extends Record<string, string | boolean>>(options: VisitorForm<V>) => {
  const { initial, schema, send, onRefused } = options
  const { explain } = useVisit()
  const { secondsLeft, start } = useCountdown()
  const form = useNativeForm({ initial, schema })
  useFirstRefused(form.attempt)
  const refuse = async (failure: unknown) => {
    if (onRefused?.(failure)) return
    if (hasFieldErrors(failure)) return form.refuse(failure.errors)
    if (failure instanceof ApiFailure && failure.status === 429)
      return start(failure.retryAfter ?? DEFAULT_WAIT_SECONDS)
    await explain(failure)
  }
  const submit = form.onSubmit(async (values) => {
    if (secondsLeft > 0) return
    let goOn: (() => unknown) | undefined
    try {
      goOn = await send(values)
    } catch (failure) {
      return refuse(failure)
    }
    await goOn?.()
  })
  return {
    ...form,
    submit,
    mayNotSend: secondsLeft > 0,
    /** The first field, where it is said how long to wait; `way` is what else helps. */
    firstOf: (name: string & keyof V, way = '') => {
      const field = form.textOf(name)
      const wait = secondsLeft > 0 && `Zu viele Versuche. Bitte warten Sie ${secondsText(secondsLeft)}${way}.`
      return wait ? { ...field, error: wait } : field
    },
  }
}
