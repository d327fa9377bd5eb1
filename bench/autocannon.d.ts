/** The part of autocannon that the benchmarks use; the package has no types. */
declare module 'autocannon' {
  interface Result {
    requests: { average: number }
    latency: { p50: number; p99: number }
    '2xx': number
    '3xx': number
    non2xx: number
    errors: number
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
    /** Called for each connection before it begins. */
    setupClient?: (client: { setRequests(requests: readonly { method: 'GET'; path: string }[]): void }) => void
  }): Promise<Result>
}
