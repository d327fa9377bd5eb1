import {
  hashKey,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiFailure, call, callAgain, hasFieldErrors, type InputArgs, type Reply, type TaggedReply } from './client.ts'
import { explainFailure } from './errors.ts'
import { queryClient } from './query-client.ts'

/** The first part of the keys of all queries of an endpoint; `invalidates` compares it. */
const endpointKey = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

type EndpointAddress = Pick<Endpoint, 'method' | 'path'>

/** Marks loaded replies of these endpoints as outdated: visible ones are loaded again. */
export const renewReplies = (endpoints: readonly EndpointAddress[], client: QueryClient = queryClient) => {
  const keys = endpoints.map(endpointKey)
  return client.invalidateQueries({ predicate: ({ queryKey: [first] }) => keys.includes(String(first)) })
}

/** Replies of polled endpoints with their tags, by their query. */
const tagged = new Map<string, TaggedReply<unknown>>()

interface QueryInput {
  params?: unknown
  query?: unknown
}

export const queryKey = (endpoint: Pick<Endpoint, 'method' | 'path'>, input: QueryInput = {}) => [
  endpointKey(endpoint),
  input.params ?? null,
  input.query ?? null,
]

interface LoadOptions {
  /** No alert when the load fails: the page or widget shows the failure itself. */
  quiet?: boolean
  /** Old rows stay while others are fetched. */
  keepPrevious?: boolean
  /** Polls an `isPolled` endpoint at this interval; a failing poll shows no second alert. */
  pollSeconds?: number
}

/** Pages that were opened at the same time do not poll at the same time (security case 31). */
const SPREAD = 0.8 + 0.4 * Math.random()

const optionsOf = ({ quiet, keepPrevious, pollSeconds }: LoadOptions) => ({
  ...(quiet ? { meta: { quiet } } : {}),
  ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  ...(pollSeconds ? { refetchInterval: pollSeconds * 1000 * SPREAD } : {}),
})

/** A cached reply that was not marked as outdated is not sent again while it is unchanged. */
const callUnlessSame = async <E extends Endpoint>(
  endpoint: E,
  { client, key }: { client: QueryClient; key: QueryKey },
  ...args: InputArgs<E>
): Promise<Reply<E>> => {
  const hash = hashKey(key)
  const known = client.getQueryState(key)?.isInvalidated ? undefined : tagged.get(hash)
  const answer = await callAgain(endpoint, known as TaggedReply<Reply<E>> | undefined, ...args)
  tagged.set(hash, answer)
  return answer.reply
}

/** Options for `useQuery`, `ensureQueryData` and the like: a GET of the contract and its key. */
export const queryFor = <E extends Endpoint>(endpoint: E, input: InputArgs<E>[0], options: LoadOptions = {}) =>
  queryOptions<Reply<E>>({
    queryKey: queryKey(endpoint, (input ?? {}) as QueryInput),
    queryFn: ({ signal, client, queryKey: key }) => {
      // Data that are already visible are only refreshed.
      const isBackground = client.getQueryData(key) !== undefined
      const args = [{ ...input, signal, isBackground }] as unknown as InputArgs<E>
      return endpoint.isPolled ? callUnlessSame(endpoint, { client, key }, ...args) : call(endpoint, ...args)
    },
    ...optionsOf(options),
  } as Parameters<typeof queryOptions<Reply<E>>>[0])

/**
 * The same for a POST that changes nothing, such as a plan or a preview, whose facts are too many for an address. The last
 * reply stays until the next one is there.
 */
export const previewQuery = <E extends Endpoint>(
  endpoint: E,
  input: InputArgs<E>[0] & { body: unknown },
  options: Pick<LoadOptions, 'quiet'> = {},
) =>
  queryOptions<Reply<E>>({
    queryKey: [...queryKey(endpoint, input as QueryInput), input.body],
    queryFn: ({ signal }) => call(endpoint, ...([{ ...input, signal }] as unknown as InputArgs<E>)),
    ...optionsOf({ ...options, keepPrevious: true }),
  } as Parameters<typeof queryOptions<Reply<E>>>[0])

interface CallHookOptions {
  /** Endpoints whose loaded replies are outdated after this call. */
  invalidates?: readonly Pick<Endpoint, 'method' | 'path'>[]
  /** Replaces the alert, for actions with their own text (spec §8); never called for field errors and 401. */
  onFailure?: (failure: ApiFailure) => void | Promise<void>
  /** Gets the first message of each refused field, e.g. a form's `setErrors`; missing: they are shown as an alert. */
  onFieldErrors?: (errors: Record<string, string>) => void
}

/**
 * An action of the contract for a component. `run` returns the reply, or undefined when it was refused, or ignored
 * because one is still running (spec §4).
 */
export const useCall = <E extends Endpoint>(
  endpoint: E,
  { invalidates = [], onFailure, onFieldErrors }: CallHookOptions = {},
) => {
  const client = useQueryClient()
  const running = useRef(false)
  const mutation = useMutation({ mutationFn: (args: InputArgs<E>) => call(endpoint, ...args) })

  const refuse = async (failure: unknown) => {
    const isRefused = failure instanceof ApiFailure && failure.status !== 401
    const isAboutFields = hasFieldErrors(failure)
    if (isRefused && isAboutFields && onFieldErrors) onFieldErrors(failure.errors)
    else if (isRefused && !isAboutFields && onFailure) await onFailure(failure)
    else await explainFailure(failure)
  }

  const run = async (...args: InputArgs<E>): Promise<Reply<E> | undefined> => {
    if (running.current) return undefined
    running.current = true
    try {
      const reply = await mutation.mutateAsync(args)
      void renewReplies(invalidates, client)
      return reply
    } catch (failure) {
      running.current = false
      await refuse(failure)
      return undefined
    } finally {
      running.current = false
    }
  }

  return { run, isRunning: mutation.isPending, reset: mutation.reset }
}
