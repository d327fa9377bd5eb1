/** A path with its query in the shape of the router's links: `/admin/bewerbungen?status=new`. */
export const linkTarget = (path: string) => {
  const [to = '', query = ''] = path.split('?')
  return { to, search: Object.fromEntries(new URLSearchParams(query)) }
}
