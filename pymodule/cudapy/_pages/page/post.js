// How a page asks its server. Addresses are relative: they follow the token.

export async function post(order, body, options = {}) {
  const answer = await fetch(order, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    ...options,
  });
  if (!answer.ok) throw Object.assign(new Error((await answer.text()).trim()), { status: answer.status });
  return answer;
}

/** The words for an error of `post`, of a server that is called `what`. */
export const gone = (error, what) => (error instanceof TypeError ? `${what} is not running any more` : error.message);
