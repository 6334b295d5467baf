// What the reference says before its calls, in Markdown.

export const introduction = `
The calls of this server, at feature level 420 of the protocol.

## Who calls
Programs send the **e-mail address and API key** of an account by HTTP Basic: \`POST /api/v1/fetch_api_key\` gives the key for a
password, and people find it in their settings. Browsers that are logged in call with the cookie of their **session**; for their pages every path below \`/api/v1\`
is also there below \`/json\`.

## What is sent
Parameters are in the query of \`GET\`, and else in a form or in a JSON object, as you like. In queries and forms, lists, objects and
whatever else is no text are JSON. Names that a call does not know change nothing; the answer lists them in
\`ignored_parameters_unsupported\`. A body has at most 64 KiB, or 1 MiB where texts of messages or long lists are meant; files are as
large as the server lets them.

## What is answered
Always a JSON object: \`"result": "success"\` with the fields of the call, or \`"result": "error"\` with a \`code\` for programs and a
\`msg\` for people, and the status that goes with the code. Times are seconds since 1970 if nothing else is said. IDs are integers.

Clients are not to ask again and again whether something is new: they register a queue, and wait for its events.

## How often
An account may make 200 calls a minute if the server's operator has said nothing else. \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and
\`X-RateLimit-Reset\` are in every answer; who goes beyond gets \`RATE_LIMIT_HIT\` (429) with \`Retry-After\`.
`.trim()
