/** A path with its query as the router's links want it: `/admin/bewerbungen?status=new`. */
export const linkTarget = (path: string) => {
  const [to = '', query = ''] = path.split('?')
  return { to, search: Object.fromEntries(new URLSearchParams(query)) }
}
